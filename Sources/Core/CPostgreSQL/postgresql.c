#include "CPostgreSQL.h"
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>

typedef unsigned oid;
typedef void (*notice_receiver)(void *, const postgresql_result *);

/// libpq's `PQconninfoOption`. An array of them ends with one without a keyword.
typedef struct {
    char *keyword;
    char *variable;
    char *compiled;
    char *value;
    char *label;
    char *display;
    int size;
} conninfo_option;

/// libpq's `PGnotify`.
struct postgresql_notification {
    char *channel;
    int process;
    char *payload;
    struct postgresql_notification *next;
};

static struct {
    postgresql_connection *(*connectdbParams)(const char *const *, const char *const *, int);
    void (*finish)(postgresql_connection *);
    int (*status)(const postgresql_connection *);
    int (*serverVersion)(const postgresql_connection *);
    char *(*errorMessage)(const postgresql_connection *);
    notice_receiver (*setNoticeReceiver)(postgresql_connection *, notice_receiver, void *);
    void (*freemem)(void *);
    char *(*host)(const postgresql_connection *);
    char *(*port)(const postgresql_connection *);
    conninfo_option *(*conninfo)(postgresql_connection *);
    conninfo_option *(*conninfoParse)(const char *, char **);
    void (*conninfoFree)(conninfo_option *);
    int (*enterPipelineMode)(postgresql_connection *);
    int (*setnonblocking)(postgresql_connection *, int);
    int (*sendPrepare)(postgresql_connection *, const char *, const char *, int, const oid *);
    int (*sendDescribePrepared)(postgresql_connection *, const char *);
    int (*sendQueryPrepared)(
        postgresql_connection *, const char *, int, const char *const *, const int *, const int *, int
    );
    int (*sendQueryParams)(
        postgresql_connection *, const char *, int, const oid *, const char *const *, const int *, const int *, int
    );
    int (*pipelineSync)(postgresql_connection *);
    int (*flush)(postgresql_connection *);
    int (*consumeInput)(postgresql_connection *);
    int (*socket)(const postgresql_connection *);
    struct postgresql_notification *(*notifies)(postgresql_connection *);
    int (*isBusy)(postgresql_connection *);
    postgresql_result *(*getResult)(postgresql_connection *);
    void (*clear)(postgresql_result *);
    int (*resultStatus)(const postgresql_result *);
    char *(*resultErrorField)(const postgresql_result *, int);
    char *(*resultErrorMessage)(const postgresql_result *);
    char *(*cmdStatus)(postgresql_result *);
    char *(*cmdTuples)(postgresql_result *);
    int (*ntuples)(const postgresql_result *);
    int (*nfields)(const postgresql_result *);
    oid (*ftype)(const postgresql_result *, int);
    int (*getisnull)(const postgresql_result *, int, int);
    int (*getlength)(const postgresql_result *, int, int);
    char *(*getvalue)(const postgresql_result *, int, int);
    int (*nparams)(const postgresql_result *);
    oid (*paramtype)(const postgresql_result *, int);
} pq;

static enum postgresql_library status = POSTGRESQL_MISSING;

static int resolve(void *library, void *pointer, const char *name) {
    void *found = dlsym(library, name);
    memcpy(pointer, &found, sizeof(found));
    return found != 0;
}

static void load(void) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libpq.5.dylib", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    const struct { void *pointer; const char *name; } functions[] = {
        {&pq.connectdbParams, "PQconnectdbParams"},
        {&pq.finish, "PQfinish"},
        {&pq.status, "PQstatus"},
        {&pq.serverVersion, "PQserverVersion"},
        {&pq.errorMessage, "PQerrorMessage"},
        {&pq.setNoticeReceiver, "PQsetNoticeReceiver"},
        {&pq.freemem, "PQfreemem"},
        {&pq.host, "PQhost"},
        {&pq.port, "PQport"},
        {&pq.conninfo, "PQconninfo"},
        {&pq.conninfoParse, "PQconninfoParse"},
        {&pq.conninfoFree, "PQconninfoFree"},
        {&pq.enterPipelineMode, "PQenterPipelineMode"},
        {&pq.setnonblocking, "PQsetnonblocking"},
        {&pq.sendPrepare, "PQsendPrepare"},
        {&pq.sendDescribePrepared, "PQsendDescribePrepared"},
        {&pq.sendQueryPrepared, "PQsendQueryPrepared"},
        {&pq.sendQueryParams, "PQsendQueryParams"},
        {&pq.pipelineSync, "PQpipelineSync"},
        {&pq.flush, "PQflush"},
        {&pq.consumeInput, "PQconsumeInput"},
        {&pq.socket, "PQsocket"},
        {&pq.notifies, "PQnotifies"},
        {&pq.isBusy, "PQisBusy"},
        {&pq.getResult, "PQgetResult"},
        {&pq.clear, "PQclear"},
        {&pq.resultStatus, "PQresultStatus"},
        {&pq.resultErrorField, "PQresultErrorField"},
        {&pq.resultErrorMessage, "PQresultErrorMessage"},
        {&pq.cmdStatus, "PQcmdStatus"},
        {&pq.cmdTuples, "PQcmdTuples"},
        {&pq.ntuples, "PQntuples"},
        {&pq.nfields, "PQnfields"},
        {&pq.ftype, "PQftype"},
        {&pq.getisnull, "PQgetisnull"},
        {&pq.getlength, "PQgetlength"},
        {&pq.getvalue, "PQgetvalue"},
        {&pq.nparams, "PQnparams"},
        {&pq.paramtype, "PQparamtype"},
    };
    for (size_t index = 0; index < sizeof(functions) / sizeof(functions[0]); index++)
        if (!resolve(library, functions[index].pointer, functions[index].name)) {
            status = POSTGRESQL_TOO_OLD;
            return;
        }
    status = POSTGRESQL_LOADED;
}

enum postgresql_library postgresql_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return status;
}

// Connections.

postgresql_connection *postgresql_connect(const char *const *keywords, const char *const *values) {
    return pq.connectdbParams(keywords, values, 1);
}

void postgresql_finish(postgresql_connection *connection) { pq.finish(connection); }
int postgresql_status(const postgresql_connection *connection) { return pq.status(connection); }

int postgresql_server_version(const postgresql_connection *connection) { return pq.serverVersion(connection); }
const char *postgresql_error_message(const postgresql_connection *connection) { return pq.errorMessage(connection); }

static void ignore(void *context, const postgresql_result *notice) {
    (void)context;
    (void)notice;
}

void postgresql_silence(postgresql_connection *connection) { pq.setNoticeReceiver(connection, ignore, 0); }
void postgresql_free(void *memory) { pq.freemem(memory); }

const char *postgresql_host(const postgresql_connection *connection) { return pq.host(connection); }
const char *postgresql_port(const postgresql_connection *connection) { return pq.port(connection); }

char *postgresql_option(postgresql_connection *connection, const char *keyword) {
    char *value = 0;
    conninfo_option *options = pq.conninfo(connection);
    for (conninfo_option *option = options; option && option->keyword; option++)
        if (option->value && !strcmp(option->keyword, keyword)) value = strdup(option->value);
    if (options) pq.conninfoFree(options);
    return value;
}

char *postgresql_parse_error(const char *connection_string) {
    char *error = 0;
    conninfo_option *options = pq.conninfoParse(connection_string, &error);
    if (options) pq.conninfoFree(options);
    return error;
}

// Statements.

int postgresql_enter_pipeline(postgresql_connection *connection) {
    return pq.enterPipelineMode(connection) && pq.setnonblocking(connection, 1) == 0;
}

int postgresql_send_prepare(postgresql_connection *connection, const char *name, const char *sql) {
    return pq.sendPrepare(connection, name, sql, 0, 0);
}

int postgresql_send_describe(postgresql_connection *connection, const char *name) {
    return pq.sendDescribePrepared(connection, name);
}

int postgresql_send_prepared(
    postgresql_connection *connection,
    const char *name,
    int count,
    const char *const *values,
    const int *lengths,
    const int *formats
) {
    return pq.sendQueryPrepared(connection, name, count, values, lengths, formats, 1);
}

int postgresql_send_text(postgresql_connection *connection, const char *sql) {
    return pq.sendQueryParams(connection, sql, 0, 0, 0, 0, 0, 1);
}

int postgresql_sync(postgresql_connection *connection) { return pq.pipelineSync(connection); }

int postgresql_flush(postgresql_connection *connection, int milliseconds) {
    for (;;) {
        int rest = pq.flush(connection);
        if (rest <= 0) return rest == 0 ? 1 : -1;
        struct pollfd wait = {.fd = pq.socket(connection), .events = POLLIN | POLLOUT};
        if (wait.fd < 0) return -1;
        int ready = poll(&wait, 1, milliseconds);
        if (ready < 0) {
            if (errno == EINTR) continue;
            return -1;
        }
        if (ready == 0) return 0;
        if (wait.revents & POLLIN && !pq.consumeInput(connection)) return -1;
        if (wait.revents & (POLLERR | POLLNVAL)) return -1;
    }
}

int postgresql_wait(postgresql_connection *connection, int milliseconds) {
    struct pollfd wait = {.fd = pq.socket(connection), .events = POLLIN};
    if (wait.fd < 0) return -1;
    int ready = poll(&wait, 1, milliseconds);
    if (ready < 0) return errno == EINTR ? 0 : -1;
    if (ready == 0) return 0;
    return pq.consumeInput(connection) ? 1 : -1;
}

struct postgresql_notification *postgresql_next_notification(postgresql_connection *connection) {
    return pq.notifies(connection);
}

const char *postgresql_notification_payload(const struct postgresql_notification *notification) {
    return notification->payload;
}

// Results.

int postgresql_is_busy(postgresql_connection *connection) { return pq.isBusy(connection); }
postgresql_result *postgresql_get_result(postgresql_connection *connection) { return pq.getResult(connection); }
void postgresql_clear(postgresql_result *result) { pq.clear(result); }
int postgresql_result_status(const postgresql_result *result) { return pq.resultStatus(result); }

const char *postgresql_error_field(const postgresql_result *result, int field) {
    return pq.resultErrorField(result, field);
}

const char *postgresql_result_error(const postgresql_result *result) { return pq.resultErrorMessage(result); }
const char *postgresql_command_tag(postgresql_result *result) { return pq.cmdStatus(result); }
const char *postgresql_changed_rows(postgresql_result *result) { return pq.cmdTuples(result); }
int postgresql_row_count(const postgresql_result *result) { return pq.ntuples(result); }
int postgresql_column_count(const postgresql_result *result) { return pq.nfields(result); }
unsigned postgresql_column_type(const postgresql_result *result, int column) { return pq.ftype(result, column); }

int postgresql_is_null(const postgresql_result *result, int row, int column) {
    return pq.getisnull(result, row, column);
}

int postgresql_length(const postgresql_result *result, int row, int column) {
    return pq.getlength(result, row, column);
}

const char *postgresql_value(const postgresql_result *result, int row, int column) {
    return pq.getvalue(result, row, column);
}

int postgresql_parameter_count(const postgresql_result *result) { return pq.nparams(result); }

unsigned postgresql_parameter_type(const postgresql_result *result, int parameter) {
    return pq.paramtype(result, parameter);
}
