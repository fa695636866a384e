#pragma once
#include <stddef.h>

// PostgreSQL's client library, libpq, as far as Spotter calls it. It isn't linked but loaded when a server is told to use
// PostgreSQL, so that Spotter builds and runs where it isn't installed. The declarations are those of `libpq-fe.h`, whose
// functions and numbers never change (https://www.postgresql.org/docs/current/libpq.html).
//
// No function may be called before `postgresql_load` has said that the library is loaded.

typedef struct pg_conn postgresql_connection;
typedef struct pg_result postgresql_result;
struct postgresql_notification;

enum postgresql_library {
    POSTGRESQL_LOADED = 0,
    POSTGRESQL_MISSING,
    /// Before version 14, which introduced pipelines.
    POSTGRESQL_TOO_OLD,
};

/// Loads the library, once. Any thread may call it.
enum postgresql_library postgresql_load(void);

/// Values of `ConnStatusType`.
enum { POSTGRESQL_CONNECTION_OK = 0 };

/// Values of `ExecStatusType`.
enum {
    POSTGRESQL_COMMAND_OK = 1,
    POSTGRESQL_TUPLES_OK = 2,
    POSTGRESQL_FATAL_ERROR = 7,
    POSTGRESQL_PIPELINE_SYNC = 10,
    POSTGRESQL_PIPELINE_ABORTED = 11,
};

/// Fields of an error, for `postgresql_error_field`.
enum { POSTGRESQL_FIELD_SQLSTATE = 'C', POSTGRESQL_FIELD_MESSAGE = 'M' };

// Connections.

/// - Parameter keywords: ends with NULL, as `values`.
postgresql_connection *postgresql_connect(const char *const *keywords, const char *const *values);
void postgresql_finish(postgresql_connection *connection);
int postgresql_status(const postgresql_connection *connection);
int postgresql_server_version(const postgresql_connection *connection);
const char *postgresql_error_message(const postgresql_connection *connection);
/// Lets notices of the server go nowhere instead of to the standard error output.
void postgresql_silence(postgresql_connection *connection);
/// Frees what `postgresql_option` and `postgresql_parse_error` gave.
void postgresql_free(void *memory);

/// The one host, of those in the address, to which this is a connection: a name, an address or a folder of sockets.
const char *postgresql_host(const postgresql_connection *connection);
const char *postgresql_port(const postgresql_connection *connection);
/// What an option of the connection was set to by the address, variables or defaults; NULL if it wasn't. To be freed by
/// `postgresql_free`.
char *postgresql_option(postgresql_connection *connection, const char *keyword);

/// Why a connection string can't be used; NULL if it can. To be freed by `postgresql_free`.
char *postgresql_parse_error(const char *connection_string);

// Statements in a pipeline. Each returns 0 for a failure of the connection.

int postgresql_enter_pipeline(postgresql_connection *connection);
int postgresql_send_prepare(postgresql_connection *connection, const char *name, const char *sql);
int postgresql_send_describe(postgresql_connection *connection, const char *name);
int postgresql_send_prepared(
    postgresql_connection *connection,
    const char *name,
    int count,
    const char *const *values,
    const int *lengths,
    const int *formats
);
int postgresql_send_text(postgresql_connection *connection, const char *sql);
int postgresql_sync(postgresql_connection *connection);
/// Sends what is buffered, and reads what the server has to say meanwhile, so that neither waits for the other.
///
/// - Returns: 1 if all of it is sent; 0 if nothing has moved for that time; -1 if the connection has failed.
int postgresql_flush(postgresql_connection *connection, int milliseconds);

/// Waits until the server has sent something, and reads it.
///
/// - Returns: 1 if it has; 0 after the time; -1 if the connection has failed.
int postgresql_wait(postgresql_connection *connection, int milliseconds);

/// A notification that was read, which `LISTEN` asked for; NULL if there is none. To be freed by `postgresql_free`.
struct postgresql_notification *postgresql_next_notification(postgresql_connection *connection);
const char *postgresql_notification_payload(const struct postgresql_notification *notification);

// Results. One after another; NULL ends those of a statement.

/// Whether the next result isn't there yet, so that asking for it would wait.
int postgresql_is_busy(postgresql_connection *connection);
postgresql_result *postgresql_get_result(postgresql_connection *connection);
void postgresql_clear(postgresql_result *result);
int postgresql_result_status(const postgresql_result *result);
const char *postgresql_error_field(const postgresql_result *result, int field);
const char *postgresql_result_error(const postgresql_result *result);
/// The command and what it changed, such as `INSERT 0 1`.
const char *postgresql_command_tag(postgresql_result *result);
const char *postgresql_changed_rows(postgresql_result *result);
int postgresql_row_count(const postgresql_result *result);
int postgresql_column_count(const postgresql_result *result);
unsigned postgresql_column_type(const postgresql_result *result, int column);
int postgresql_is_null(const postgresql_result *result, int row, int column);
int postgresql_length(const postgresql_result *result, int row, int column);
const char *postgresql_value(const postgresql_result *result, int row, int column);
int postgresql_parameter_count(const postgresql_result *result);
unsigned postgresql_parameter_type(const postgresql_result *result, int parameter);
