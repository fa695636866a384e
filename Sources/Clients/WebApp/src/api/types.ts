// Made by scripts/web --types from the server's OpenAPI document. Don't edit.

export interface APIKey {
  createdAt: string;
  expiresAt: string | null;
  id: string;
  lastUsedAt: string | null;
  name: string;
  scopes: KeyScope[];
}

export interface AcceptAutomaticRequest {
  kinds?: AutomaticKind[] | null;
  offeredAt?: string | null;
}

export interface AcceptInvitationRequest {
  code: string;
}

export interface AccountSession {
  createdAt: string;
  current: boolean;
  deviceName: string;
  id: string;
  lastSeenAt: string;
}

export interface AccountUsage {
  files: number;
  mediaBytes: number;
  messages: number;
}

export interface ActionItem {
  citation: Citation;
  confidence: number;
  doer: ActionItemDoer;
  done: boolean;
  doneAt: string | null;
  doneBy: string | null;
  due: ActionItemDue | null;
  id: string;
  priority: PriorityLevel;
  text: string;
}

export interface ActionItemDoer {
  name: string;
  userId: string | null;
}

export interface ActionItemDue {
  at: string | null;
  date: string;
  endsAt: string;
  text: string;
}

export interface ActionItemResponse {
  actionItem: ActionItem;
}

export interface AddMembersRequest {
  memberIds: string[];
}

export interface AddedContactResponse {
  contact: AddedContactResponseAddedContact;
}

export interface AddedContactResponseAddedContact {
  displayName?: string;
  email: string;
  id?: string;
  state: ContactState;
  userId?: string;
}

export interface AdminLogEntry {
  action: string;
  actor: string;
  at: string;
  detail: string;
  number: number;
  userId: string | null;
}

export interface AdminLogResponse {
  entries: AdminLogEntry[];
}

export interface AdminUser {
  createdAt: string;
  disabledAt: string | null;
  displayName: string;
  email: string;
  id: string;
  lastActiveAt: string | null;
  role: Role;
  sessions: number;
  state: AdminUserState;
  timezone: string;
  usage: AccountUsage;
}

export interface AdminUserResponse {
  user: AdminUser;
}

export type AdminUserState = "active" | "disabled";

export interface AdminUsersResponse {
  next: string | null;
  users: AdminUser[];
}

export interface Advice {
  alternatives: AdviceAlternative[];
  calibratedConfidence: number | null;
  confidence: number;
  confidenceSource: AdviceConfidenceSource;
  reasoning: string | null;
}

export interface AdviceAlternative {
  reason: string | null;
  title: string;
}

export interface AdviceAnswer {
  alternatives: AdviceAlternative[];
  calibratedConfidence: number | null;
  citations: Citation[];
  confidence: number;
  confidenceSource: AdviceConfidenceSource;
  conversationId: string;
  kind: AnswerKind;
  mainAdvice: string;
  model: string;
  reasoning: string | null;
  responseId: string;
  usage: AssistantAnswerUsage;
  webSearches: WebSearchStatus[];
  webSources: WebSource[];
}

export type AdviceConfidenceSource = "model" | "built-in" | "assumed";

export interface AdviceFeedbackRequest {
  note?: string | null;
  outcome: AdviceOutcome;
}

export type AdviceOutcome = "good" | "bad";

export interface AdviceRecord {
  advisedAt: string;
  confidence: number;
  confidenceSource: AdviceConfidenceSource;
  model: string;
  note: string | null;
  outcome: AdviceOutcome | null;
  ratedAt: string | null;
  responseId: string;
  usedWebSearch: boolean;
}

export interface AdviceRecordResponse {
  advice: AdviceRecord;
}

export interface AdviceRecordsPage {
  advice: AdviceRecord[];
  next: string | null;
}

export type AnswerKind = "answer" | "related" | "nothing" | "unable" | "action";

export type AnswerRating = "good" | "bad";

export interface ArchivedChat {
  chatId: string;
  seq: number;
}

export interface ArchivedChatsResponse {
  chats: ArchivedChat[];
}

export interface AskForVotesRequest {
  minutes?: number | null;
  startsAt?: string[] | null;
  text?: string | null;
}

export interface AskedCheckIn {
  answeredAt: string | null;
  answers: CheckInAnswer[];
  askedAt: string;
  chatId: string;
  checkInId: string;
  clientId: string;
  id: string;
  messageId: string;
  questions: CheckInQuestion[];
  remindedAt: string | null;
  state: AskedCheckInState;
  title: string;
  trainerId: string;
}

export interface AskedCheckInResponse {
  asked: AskedCheckIn;
}

export type AskedCheckInState = "open" | "answered" | "missed";

export interface AskedCheckInsResponse {
  asked: AskedCheckIn[];
  hasMore: boolean;
}

export interface AssistantAnswer {
  advice: Advice | null;
  citations: Citation[];
  conversationId: string;
  kind?: AnswerKind;
  messageId: string;
  model: string;
  needs: Needs | null;
  proposals: Proposal[];
  text: string;
  usage: AssistantAnswerUsage;
  webSearches?: WebSearchStatus[];
  webSources?: WebSource[];
}

export interface AssistantAnswerUsage {
  cachedInputTokens: number;
  inputTokens: number;
  outputTokens: number;
}

export interface AssistantModel {
  capabilities: AssistantModelCapabilities;
  contextTokens: number | null;
  id: string;
  isDefault: boolean;
  isExternal: boolean;
  maxOutputTokens: number | null;
  price: AssistantModelPrice | null;
}

export interface AssistantModelCapabilities {
  images: boolean;
  thinking: boolean;
  tools: boolean;
}

export interface AssistantModelPrice {
  cachedInput: number;
  input: number;
  output: number;
}

export interface AssistantModelsResponse {
  currency: string;
  models: AssistantModel[];
  searchesWeb: boolean;
}

export interface AssistantQuery {
  chatId?: string | null;
  conversationId?: string | null;
  locale?: string | null;
  mediaIds?: string[] | null;
  message: string;
  model?: string | null;
  parentId?: string | null;
  timezone?: string | null;
  webSearch?: boolean | null;
}

export type AuditChannel = "rest" | "callable" | "mcp" | "chat" | "clock";

export type AuditEntry = AuditEntryScheduleCall | AuditEntryRescheduleEvent | AuditEntryCancelEvent | AuditEntrySetReminder | AuditEntrySendMessage;

export interface AuditEntryCancelEvent {
  actorId: string;
  arguments: ToolArgumentsCancelEvent;
  at: string;
  door: AuditChannel;
  edited?: boolean;
  hash: string;
  id: string;
  previousHash: string;
  proposalId: string;
  state: ProposalState;
  tool: "cancelEvent";
}

export interface AuditEntryRescheduleEvent {
  actorId: string;
  arguments: ToolArgumentsRescheduleEvent;
  at: string;
  door: AuditChannel;
  edited?: boolean;
  hash: string;
  id: string;
  previousHash: string;
  proposalId: string;
  state: ProposalState;
  tool: "rescheduleEvent";
}

export interface AuditEntryScheduleCall {
  actorId: string;
  arguments: ToolArgumentsScheduleCall;
  at: string;
  door: AuditChannel;
  edited?: boolean;
  hash: string;
  id: string;
  previousHash: string;
  proposalId: string;
  state: ProposalState;
  tool: "scheduleCall";
}

export interface AuditEntrySendMessage {
  actorId: string;
  arguments: ToolArgumentsSendMessage;
  at: string;
  door: AuditChannel;
  edited?: boolean;
  hash: string;
  id: string;
  previousHash: string;
  proposalId: string;
  state: ProposalState;
  tool: "sendMessage";
}

export interface AuditEntrySetReminder {
  actorId: string;
  arguments: ToolArgumentsSetReminder;
  at: string;
  door: AuditChannel;
  edited?: boolean;
  hash: string;
  id: string;
  previousHash: string;
  proposalId: string;
  state: ProposalState;
  tool: "setReminder";
}

export interface AuditResponse {
  entries: AuditEntry[];
}

export interface AuditVerification {
  brokenAt: number | null;
  entries: number;
  erased: number;
  reason: string | null;
}

export interface AuthGrant {
  accessToken: string;
  expiresAt: string;
  refreshToken: string;
  user: User;
}

export type Author = "manual" | "ai";

export interface AutomaticAgreement {
  agreedAt: string | null;
  displayName: string;
  kinds: AutomaticKind[];
  offeredAt: string;
  userId: string;
}

export type AutomaticKind = "appointments" | "acknowledgement";

export interface AutomaticOfferRequest {
  kinds: AutomaticKind[];
}

export interface AutomaticPreviewItem {
  at: string;
  clientId: string;
  kind: AutomaticKind | null;
  question: string;
  questionId: string;
  reason: AutomaticReason | null;
  text: string | null;
}

export interface AutomaticPreviewRequest {
  clientIds?: string[] | null;
  kinds?: AutomaticKind[] | null;
  weeks?: number | null;
}

export interface AutomaticPreviewResponse {
  items: AutomaticPreviewItem[];
  sent: number;
}

export type AutomaticReason = "off" | "answered" | "superseded" | "needsHuman" | "quietHours" | "budget" | "firstContact" | "acknowledged" | "late" | "gone" | "nothingToSay";

export interface AutomaticRepliesResponse {
  replies: AutomaticReply[];
}

export interface AutomaticReply {
  chatId: string;
  clientId: string;
  dueAt: string;
  id: string;
  kind: AutomaticKind;
  messageId: string | null;
  questionId: string;
  reason: AutomaticReason | null;
  sentAt: string | null;
  state: AutomaticReplyState;
  text: string;
}

export interface AutomaticReplyResponse {
  reply: AutomaticReply;
}

export type AutomaticReplyState = "planned" | "sent" | "undone" | "dropped";

export interface AutomaticResponse {
  agreements: AutomaticAgreement[];
  isAllowed: boolean;
  settings: AutomaticSettings | null;
}

export interface AutomaticSettings {
  acknowledgement: string | null;
  afterMinutes: number;
  enabled: boolean;
  perClientPerDay: number;
  perDay: number;
  perWeek: number;
  quietHours: QuietHours;
}

export interface AutomaticSettingsRequest {
  acknowledgement?: string | null;
  afterMinutes?: number | null;
  enabled?: boolean | null;
  perClientPerDay?: number | null;
  perDay?: number | null;
  perWeek?: number | null;
  quietHours?: QuietHours | null;
}

export interface AutomaticSwitch {
  isAllowed: boolean;
}

export interface BlockedPerson {
  blockedAt: string;
  displayName: string;
  userId: string;
}

export interface BlocksResponse {
  blocks: BlockedPerson[];
}

export interface BotMark {
  name: string;
}

export interface BranchStep {
  count: number;
  index: number;
  messageId: string;
  siblingIds: string[];
}

export interface Broadcast {
  createdAt: string;
  id: string;
  recipients: BroadcastRecipient[];
}

export interface BroadcastRecipient {
  chatId: string | null;
  displayName: string;
  failure: SendFailure | null;
  messageId: string | null;
  outcome: BroadcastRecipientOutcome;
  userId: string;
}

export type BroadcastRecipientOutcome = "pending" | "sent" | "failed";

export interface BroadcastRequest {
  id?: string | null;
  slots?: { [key: string]: string } | null;
  tag?: string | null;
  templateId?: string | null;
  text?: string | null;
  userIds?: string[] | null;
}

export interface BroadcastResponse {
  broadcast: Broadcast;
}

export interface CalendarEvent {
  clientId: string | null;
  createdBy: Author;
  dayZone: string | null;
  endsAt: string;
  eventType: EventType;
  free: boolean;
  id: string;
  location: string | null;
  notes: string | null;
  prospectId: string | null;
  rrule: string | null;
  seriesId: string | null;
  startsAt: string;
  status: EventStatus;
  title: string;
  trainerId: string;
}

export interface CalendarFeedResponse {
  url: string;
}

export interface CalendarPush {
  copied: number;
  copiedAt: string | null;
  createdAt: string;
  error: string | null;
  kind: CalendarPushKind;
  refused: number;
  retryAt: string | null;
  state: CalendarPushState;
  url: string;
  username: string;
}

export type CalendarPushKind = "caldav" | "google";

export interface CalendarPushResponse {
  google: boolean;
  push: CalendarPush | null;
  servers: string[];
}

export type CalendarPushState = "active" | "failing" | "stopped";

export interface CalibrationReport {
  model: string | null;
  models: CalibrationReportPart[];
  months: CalibrationReportPart[];
  since: string | null;
  total: CalibrationReportFigures;
  until: string | null;
}

export interface CalibrationReportBand {
  from: number;
  good: number;
  goodShare: number | null;
  meanConfidence: number | null;
  rated: number;
  to: number;
}

export interface CalibrationReportFigures {
  bands: CalibrationReportBand[];
  brier: number | null;
  given: number;
  good: number;
  goodShare: number | null;
  meanConfidence: number | null;
  rated: number;
}

export interface CalibrationReportPart {
  figures: CalibrationReportFigures;
  name: string;
}

export interface ChangePasswordRequest {
  currentPassword: string;
  newPassword: string;
}

export interface ChangeUserRequest {
  disabled?: boolean | null;
  displayName?: string | null;
  email?: string | null;
  role?: Role | null;
}

export interface Chat {
  announcement: boolean;
  draft: ChatDraft | null;
  id: string;
  isPinned: boolean;
  kind: ChatKind;
  lastMessage: Message | null;
  members: Member[];
  mutedUntil: string | null;
  name: string;
  photoMediaId: string | null;
  pins: string[];
  readSeq: number;
  seq: number;
  unread: number;
  unreadMentions: number;
}

export interface ChatChangesRequest {
  known: { [key: string]: string };
}

export interface ChatChangesResponse {
  chats: ChatChangesResponseTagged[];
  gone: string[];
}

export interface ChatChangesResponseTagged {
  chat: Chat;
  tag: string;
}

export interface ChatDraft {
  replyTo: string | null;
  text: string;
  updatedAt: string;
}

export interface ChatEvent {
  announcement?: boolean;
  chatId: string;
  member?: ChatEventMemberChange;
  message?: Message;
  name?: string;
  photoMediaId?: string;
  pins?: string[];
  reaction?: ChatEventReactionChange;
  seq: number;
  type: ChatEventKind;
}

export type ChatEventKind = "message.created" | "message.edited" | "message.deleted" | "message.transcribed" | "reaction.changed" | "member.changed" | "chat.updated";

export interface ChatEventMemberChange {
  change: ChatEventMemberChangeKind;
  displayName: string;
  photoMediaId?: string;
  role?: MemberRole;
  userId: string;
}

export type ChatEventMemberChangeKind = "added" | "removed" | "left" | "role";

export interface ChatEventReactionChange {
  added: boolean;
  emoji: string;
  messageId: string;
  userId: string;
}

export interface ChatGap {
  chatId: string;
  events: ChatEvent[];
  gone: boolean;
  readSeq: number;
  resync: boolean;
  seq: number;
  unread: number;
  unreadMentions: number;
}

export interface ChatInsights {
  actionItems: ActionItem[];
  decisions: Decision[];
  meeting: MeetingRequest | null;
  priority: Priority;
  priorityMessages: Priority[];
  seq: number;
}

export type ChatKind = "direct" | "group";

export interface ChatPresence {
  away: number;
  members: Presence[];
  online: number;
}

export interface ChatReadPosition {
  chatId: string;
  readSeq: number;
  unread: number;
}

export interface ChatResponse {
  chat: Chat;
}

export interface ChatSettings {
  chatId: string;
  isPinned: boolean;
  mutedUntil: string | null;
}

export interface ChatSettingsRequest {
  isPinned?: boolean | null;
  mutedUntil?: MuteEnd | null;
}

export interface ChatSettingsResponse {
  settings: ChatSettings;
}

export interface ChatSummary {
  actionItems: SummaryPoint[];
  dates: SummaryPoint[];
  decisions: SummaryPoint[];
  messages: number;
  model: string;
  notice?: string;
  openQuestions: SummaryPoint[];
  points: SummaryPoint[];
  text: string;
}

export interface ChatsResponse {
  chats: Chat[];
}

export interface CheckIn {
  createdAt: string;
  id: string;
  isPaused: boolean;
  questions: CheckInQuestion[];
  quietHours: QuietHours | null;
  recipients: CheckInRecipient[];
  remindAfterHours: number | null;
  rrule: string | null;
  startsAt: string;
  title: string;
  zone: string | null;
}

export interface CheckInAnswer {
  mediaId?: string;
  messageId: string;
  number?: number;
  question: number;
  text?: string;
}

export interface CheckInAnswersRequest {
  answers: CheckInAnswersRequestAnswer[];
}

export interface CheckInAnswersRequestAnswer {
  mediaId?: string | null;
  number?: number | null;
  question: number;
  text?: string | null;
}

export interface CheckInQuestion {
  choices?: string[];
  detail?: string;
  kind: CheckInQuestionKind;
  max?: number;
  measure?: string;
  min?: number;
  optional?: boolean;
  prompt: string;
  unit?: string;
}

export type CheckInQuestionKind = "number" | "scale" | "choice" | "text" | "photo";

export interface CheckInRecipient {
  failure: SendFailure | null;
  nextAt: string | null;
  userId: string;
}

export interface CheckInResponse {
  checkIn: CheckIn;
}

export interface CheckInsResponse {
  checkIns: CheckIn[];
}

export interface Citation {
  chatId: string;
  clientMessageId: string;
  messageId: string;
  quote: string;
  senderName: string;
  sentAt: string;
  transcript?: boolean;
}

export interface ClientNotes {
  tags: string[];
  text: string;
  updatedAt: string | null;
  userId: string;
}

export interface ClientPhoto {
  at: string;
  chatId: string;
  day: string;
  media: Media;
  messageId: string;
  question: string | null;
  trainerId: string;
}

export interface ClientPhotosResponse {
  hasMore: boolean;
  next: string | null;
  photos: ClientPhoto[];
}

export interface ClientProfile {
  clientId: string;
  items: ProfileItem[];
  reviewedAt: string | null;
  trainerId: string;
}

export interface ClientProfileResponse {
  items: ProfileItem[];
  reviewedAt: string | null;
}

export interface ClientTag {
  tag: string;
  userIds: string[];
}

export interface ClientTagsResponse {
  tags: ClientTag[];
}

export interface ConfirmProposalRequest {
  version?: number | null;
}

export interface ConnectGoogleCalendarRequest {
  code: string;
  state: string;
}

export interface Contact {
  displayName: string;
  email: string;
  timezone: string | null;
  userId: string;
}

export interface ContactRequest {
  email: string;
}

export interface ContactRequestsResponse {
  requests: ReceivedContactRequest[];
  sent: SentContactRequest[];
}

export interface ContactResponse {
  contact: Contact;
}

export type ContactState = "pending" | "accepted";

export interface ContactsResponse {
  contacts: Contact[];
}

export type ConversationExportFormat = "markdown" | "json";

export interface ConversationHead {
  createdAt: string;
  id: string;
  isArchived: boolean;
  isPinned: boolean;
  revision: number;
  settings: ConversationSettings;
  title: string;
  updatedAt: string;
}

export interface ConversationResponse {
  conversation: ConversationHead;
}

export interface ConversationSettings {
  instructions: string | null;
  maxOutputTokens: number | null;
  model: string | null;
  temperature: number | null;
  topP: number | null;
  webSearch: boolean | null;
}

export interface ConversationTree {
  activeId: string | null;
  branch: BranchStep[];
  conversation: ConversationHead;
  deletedIds: string[];
  since: number | null;
  turns: ConversationTurn[];
}

export interface ConversationTreePage {
  conversations: ConversationHead[];
  hasMore: boolean;
}

export interface ConversationTurn {
  answer: AssistantAnswer | null;
  createdAt: string;
  id: string;
  mediaIds: string[];
  parentId: string | null;
  rating: AnswerRating | null;
  role: TurnRole;
  selectedAt: string | null;
  state: TurnState;
  text: string;
  thinking: string | null;
}

export interface CreateUserRequest {
  displayName: string;
  email: string;
  password?: string | null;
  role: Role;
  timezone?: string | null;
}

export interface CustomMeasure {
  id: string;
  max: number;
  min: number;
  name: string;
  trainerId: string;
  unit: string;
}

export interface CustomMeasureResponse {
  kind: CustomMeasure;
}

export interface CustomMeasuresResponse {
  kinds: CustomMeasure[];
}

export interface DeadLetter {
  attempts: number;
  chatId: string;
  error: string;
  messageId: string;
  model: string;
}

export interface Decision {
  citations: Citation[];
  confidence: number;
  decidedAt: string;
  decidedBy: string;
  id: string;
  text: string;
}

export interface DeleteAccountRequest {
  password: string;
}

export interface DraftChange {
  chatId: string;
  draft: ChatDraft | null;
}

export interface DraftRequest {
  replyTo?: string | null;
  text: string;
}

export interface DraftsResponse {
  drafts: StoredDraft[];
}

export interface EditMessageRequest {
  text: string;
}

export interface EditProposalRequest {
  chatId?: string | null;
  clientId?: string | null;
  dueAt?: string | null;
  durationMinutes?: number | null;
  eventType?: EventType | null;
  prospectId?: string | null;
  recurrence?: string | null;
  startsAt?: string | null;
  text?: string | null;
  title?: string | null;
  version: number;
}

export interface EditsResponse {
  edits: MessageEdit[];
}

export type ErrorCode = "invalid_json" | "invalid_request" | "unknown_type" | "not_found" | "method_not_allowed" | "unauthorized" | "token_expired" | "invalid_credentials" | "refresh_reused" | "account_disabled" | "forbidden" | "not_a_member" | "not_a_contact" | "email_taken" | "registration_closed" | "already_exists" | "conflict" | "idempotency_conflict" | "expired" | "too_large" | "rate_limited" | "quota_exceeded" | "model_unavailable" | "model_rate_limited" | "model_timeout" | "model_interrupted" | "upgrade_required" | "unavailable" | "storage_full" | "storage_damaged" | "shutting_down" | "internal_error";

export interface ErrorEnvelope {
  error: ErrorEnvelopeBody;
}

export interface ErrorEnvelopeBody {
  code: string;
  message: string;
  requestId: string;
  retryAfterMs: number | null;
  retryable: boolean;
}

export interface EventResponse {
  event: CalendarEvent;
  skipped?: string[];
}

export type EventScope = "this" | "following";

export type EventStatus = "scheduled" | "completed" | "cancelled";

export type EventType = "training" | "call" | "adhoc";

export interface EventsResponse {
  events: ListedEvent[];
}

export interface ExportAccountRequest {
  password: string;
}

export type GetMediaAnswer = UploadResponse | MediaResponse;

export interface GoogleCalendarAuthorizationResponse {
  expiresAt: string;
  state: string;
  url: string;
}

export interface ImportPreview {
  dates: string;
  files: number;
  firstDay: string;
  lastDay: string;
  media: number;
  messages: number;
  noticeSamples: string[];
  notices: number;
  people: ImportPreviewPerson[];
  remarks: string[];
  samples: ImportPreviewSample[];
  skipped: number;
}

export interface ImportPreviewPerson {
  email?: string;
  isSkipped: boolean;
  messages: number;
  name: string;
}

export interface ImportPreviewSample {
  at: string;
  name: string;
  text: string;
}

export interface ImportReport {
  chats: ImportReportCount;
  dryRun: boolean;
  events: ImportReportCount;
  files: ImportReportCount;
  invited: ImportReportInvited[];
  messages: ImportReportCount;
  notes: string[];
  preview?: ImportPreview;
  prospects: ImportReportCount;
  relations: ImportReportCount;
  reminders: ImportReportCount;
  settings: ImportReportCount;
  skipped: ImportReportSkipped;
  users: ImportReportCount;
}

export interface ImportReportCount {
  added: number;
  existing: number;
}

export interface ImportReportInvited {
  code?: string;
  displayName: string;
  email: string;
  link?: string;
}

export interface ImportReportSkipped {
  media: number;
  people: number;
  system: number;
}

export interface InboxItem {
  chatId: string;
  lastMessage: Message;
  snoozedUntil: string | null;
  waitingSince: string;
}

export interface InboxResponse {
  items: InboxItem[];
}

export interface InboxState {
  chatId: string;
  doneSeq: number;
  snoozedUntil: string | null;
}

export interface InboxStateResponse {
  state: InboxState;
}

export interface IndexStatus {
  deadLetters: DeadLetter[];
  models: IndexedModel[];
}

export interface IndexedModel {
  active: boolean;
  dead: number;
  dimension: number;
  memoryBytes: number;
  model: string;
  outage: string | null;
  ready: boolean;
  vectors: number;
  waiting: number;
}

export interface Invitation {
  email: string | null;
  expiresAt: string;
  id: string;
  role: Role;
  trainerId: string | null;
}

export interface InvitationPreviewResponse {
  invitation: InvitationPreviewResponseInvitationPreview;
}

export interface InvitationPreviewResponseInvitationPreview {
  hasPhoto: boolean;
  invitedBy: string | null;
  mayRegister: boolean;
  role: Role;
  trainerId: string | null;
}

export interface InvitationRequest {
  email?: string | null;
  role?: Role | null;
}

export interface InvitationResponse {
  invitation: InvitationResponseNewInvitation;
}

export interface InvitationResponseNewInvitation {
  code: string;
  email: string | null;
  expiresAt: string;
  id: string;
  link: string;
  role: Role;
}

export interface InvitationsResponse {
  invitations: Invitation[];
}

export type KeyScope = "messages:read" | "messages:write" | "search" | "assistant" | "calendar:read" | "calendar:write" | "profile" | "admin";

export interface KeysResponse {
  keys: APIKey[];
}

export interface ListedEvent {
  clientId: string | null;
  createdBy: Author;
  dayZone: string | null;
  endsAt: string;
  eventType: EventType;
  free: boolean;
  id: string;
  location: string | null;
  notes: string | null;
  prospectId: string | null;
  rrule: string | null;
  seriesId: string | null;
  startsAt: string;
  status: EventStatus;
  title: string;
  trainerId: string;
  with: string | null;
  withTimezone: string | null;
}

export interface ListedEventResponse {
  event: ListedEvent;
}

export interface LoginRequest {
  deviceName?: string | null;
  email: string;
  password: string;
}

export interface MeasureAlertsBody {
  enabled: boolean;
}

export type MeasureExportFormat = "csv" | "json";

export interface MeasureImportResponse {
  imported: number;
  skipped: number;
}

export interface MeasurePoint {
  chatId: string | null;
  confidence: number;
  day: string;
  diastolic: number | null;
  id: string;
  isCorrected: boolean;
  messageId: string | null;
  origin: MeasurePointOrigin;
  repetitions: number | null;
  said: string;
  seconds: number | null;
  sets: number | null;
  trainerId: string;
  value: number;
}

export type MeasurePointOrigin = "message" | "manual" | "import" | "check-in" | "model";

export interface MeasurePointResponse {
  point: MeasurePoint;
}

export interface MeasureSeries {
  detail: string;
  kind: string;
  points: MeasurePoint[];
  unit: string;
}

export interface MeasuresResponse {
  hasMore: boolean;
  series: MeasureSeries[];
}

export interface Media {
  fileName: string;
  height: number | null;
  id: string;
  kind: MediaKind;
  mimeType: string;
  size: number;
  thumbnail: boolean;
  width: number | null;
}

export type MediaKind = "image" | "video" | "audio" | "pdf" | "file";

export interface MediaResponse {
  media: Media;
}

export interface MeetingRequest {
  citation: Citation;
  confidence: number;
  eventType: EventType | null;
  minutes: number | null;
  since: string | null;
  until: string | null;
}

export interface MeetingSuggestions {
  eventType: EventType;
  meeting: MeetingRequest | null;
  minutes: number;
  note: string | null;
  participants: string[];
  slots: MeetingSuggestionsSlot[];
}

export interface MeetingSuggestionsSlot {
  endsAt: string;
  startsAt: string;
  text: string;
}

export interface MeetingVotes {
  leading: number[];
  messageId: string;
  options: MeetingVotesOption[];
  waitingFor: string[];
}

export interface MeetingVotesOption {
  emoji: string;
  number: number;
  startsAt: string | null;
  text: string;
  voters: string[];
}

export interface Member {
  deliveredSeq: number;
  displayName: string;
  joinedSeq: number;
  photoMediaId: string | null;
  readSeq: number;
  role: MemberRole;
  userId: string;
}

export type MemberRole = "member" | "admin";

export interface MemberRoleRequest {
  role: MemberRole;
}

export interface MembersResponse {
  members: Member[];
}

export interface Message {
  bot?: BotMark;
  chatId: string;
  clientMessageId: string;
  createdAt: string;
  deletedAt: string | null;
  editCount: number;
  editedAt: string | null;
  id: string;
  imported?: boolean;
  media: Media[];
  mentions: string[];
  quote: Quote | null;
  reactions: Reaction[];
  replyTo: string | null;
  senderId: string;
  seq: number;
  status: MessageStatus;
  text: string;
  transcript?: Transcript;
  via: MessageOrigin;
}

export interface MessageEdit {
  at: string;
  text: string;
}

export type MessageOrigin = "user" | "assistant" | "automatic";

export interface MessagePage {
  hasMore: boolean;
  messages: Message[];
  people?: MessagePageFormerMember[];
}

export interface MessagePageFormerMember {
  displayName: string;
  userId: string;
}

export interface MessageReceipt {
  deliveredAt: string | null;
  displayName: string;
  readAt: string | null;
  userId: string;
}

export interface MessageResponse {
  message: Message;
}

export type MessageStatus = "sent" | "delivered" | "read";

export interface MessageTemplate {
  createdAt: string;
  id: string;
  name: string;
  slots: string[];
  text: string;
  updatedAt: string;
}

export interface ModelBudget {
  costPerDay: number | null;
  costPerMonth: number | null;
  requestsPerDay: number | null;
  requestsPerMonth: number | null;
  tokensPerDay: number | null;
  tokensPerMonth: number | null;
}

export interface ModelBudgetRequest {
  costPerDay?: number | null;
  costPerMonth?: number | null;
  requestsPerDay?: number | null;
  requestsPerMonth?: number | null;
  tokensPerDay?: number | null;
  tokensPerMonth?: number | null;
}

export interface ModelUsageOverview {
  currency: string;
  from: string;
  models: ModelUsageResponseOfModel[];
  total: ModelUsageTotals;
  until: string;
  users: ModelUsageOverviewOfUser[];
}

export interface ModelUsageOverviewOfUser {
  displayName: string;
  total: ModelUsageTotals;
  userId: string;
}

export interface ModelUsageResponse {
  budget: ModelBudget;
  currency: string;
  day: ModelUsageTotals;
  dayEndsAt: string;
  models: ModelUsageResponseOfModel[];
  month: ModelUsageTotals;
  monthEndsAt: string;
}

export interface ModelUsageResponseOfModel {
  model: string;
  total: ModelUsageTotals;
}

export interface ModelUsageTotals {
  cachedInputTokens: number;
  cost: number;
  inputTokens: number;
  outputTokens: number;
  requests: number;
}

export type MuteEnd = string | MuteEndForever;

export type MuteEndForever = "forever";

export type Needs = NeedsSelection | NeedsConflict | NeedsClarification | NeedsNotFound | NeedsRefusal;

export interface NeedsClarification {
  kind: "clarification";
  missing: string[];
  prompt: string;
}

export interface NeedsConflict {
  conflictsWith: NeedsConflictEvent[];
  kind: "conflict";
  proposed: NeedsConflictProposed;
  suggestions: string[];
}

export interface NeedsConflictEvent {
  endsAt: string;
  eventId: string;
  startsAt: string;
  title: string;
}

export type NeedsConflictProposed = NeedsConflictProposedScheduleCall | NeedsConflictProposedRescheduleEvent | NeedsConflictProposedCancelEvent | NeedsConflictProposedSetReminder | NeedsConflictProposedSendMessage;

export interface NeedsConflictProposedCancelEvent {
  arguments: ToolArgumentsCancelEvent;
  tool: "cancelEvent";
}

export interface NeedsConflictProposedRescheduleEvent {
  arguments: ToolArgumentsRescheduleEvent;
  tool: "rescheduleEvent";
}

export interface NeedsConflictProposedScheduleCall {
  arguments: ToolArgumentsScheduleCall;
  tool: "scheduleCall";
}

export interface NeedsConflictProposedSendMessage {
  arguments: ToolArgumentsSendMessage;
  tool: "sendMessage";
}

export interface NeedsConflictProposedSetReminder {
  arguments: ToolArgumentsSetReminder;
  tool: "setReminder";
}

export interface NeedsNotFound {
  about: string;
  kind: "notFound";
  name: string;
}

export interface NeedsOption {
  id: string;
  subtitle: string;
  title: string;
}

export interface NeedsRefusal {
  kind: "refusal";
  reason: string;
}

export interface NeedsSelection {
  about: string;
  kind: "selection";
  options: NeedsOption[];
  prompt: string;
}

export interface NewChatRequest {
  kind: ChatKind;
  memberIds: string[];
  name?: string | null;
}

export interface NewCheckInRequest {
  clientIds: string[];
  questions: CheckInQuestion[];
  quietHours?: QuietHours | null;
  remindAfterHours?: number | null;
  rrule?: string | null;
  startsAt?: string | null;
  title: string;
  when?: string | null;
  zone?: string | null;
}

export interface NewCustomMeasureRequest {
  max: number;
  min: number;
  name: string;
  unit: string;
}

export interface NewEventRequest {
  clientId?: string | null;
  endsAt: string;
  eventType: EventType;
  location?: string | null;
  notes?: string | null;
  prospectId?: string | null;
  rrule?: string | null;
  skipTaken?: boolean | null;
  startsAt: string;
  title?: string | null;
  zone?: string | null;
}

export interface NewKeyRequest {
  expiresAt?: string | null;
  name: string;
  scopes: KeyScope[];
}

export interface NewKeyResponse {
  key: NewKeyResponseNewKey;
}

export interface NewKeyResponseNewKey {
  createdAt: string;
  expiresAt: string | null;
  id: string;
  name: string;
  scopes: KeyScope[];
  secret: string;
}

export interface NewMeasurePointRequest {
  day?: string | null;
  detail?: string | null;
  diastolic?: number | null;
  kind: string;
  repetitions?: number | null;
  seconds?: number | null;
  sets?: number | null;
  trainerId?: string | null;
  unit?: string | null;
  value: number;
}

export interface NewProfileItemRequest {
  category: ProfileItemCategory;
  text: string;
  validFrom?: string | null;
  validTo?: string | null;
}

export interface NewProspectRequest {
  displayName: string;
  timezone?: string | null;
}

export interface NewReminderRequest {
  clientId?: string | null;
  dueAt: string;
  recurrence?: string | null;
  text: string;
}

export interface NewScheduledMessageRequest {
  chatId: string;
  clientMessageId?: string | null;
  quietHours?: QuietHours | null;
  rrule?: string | null;
  sendAt?: string | null;
  sendAtLocal?: string | null;
  stopOnReply?: boolean | null;
  text: string;
  when?: string | null;
  zone?: string | null;
}

export interface NewSubscription {
  endpoint?: string | null;
  keys?: NewSubscriptionKeys | null;
  kind: SubscriptionKind;
  preview?: boolean | null;
  secret?: string | null;
  topic?: string | null;
  url?: string | null;
}

export interface NewSubscriptionKeys {
  auth: string;
  p256dh: string;
}

export interface NewTemplateRequest {
  name: string;
  text: string;
}

export interface NewUploadRequest {
  clientMediaId: string;
  fileName: string;
  size: number;
}

export interface NotesRequest {
  text: string;
}

export interface NotesResponse {
  notes: ClientNotes;
}

export interface Notice {
  createdAt: string;
  endsAt: string | null;
  eventId: string | null;
  id: string;
  kind: NoticeKind;
  location: string | null;
  previousEndsAt: string | null;
  previousStartsAt: string | null;
  reminderId: string | null;
  seenAt: string | null;
  startsAt: string;
  text: string;
  userId: string;
  with: string[];
}

export type NoticeKind = "reminder.due" | "event.created" | "event.moved" | "event.cancelled" | "event.relocated" | "week.ready" | "measure.alert";

export interface NoticeResponse {
  notice: Notice;
}

export interface NoticesResponse {
  hasMore: boolean;
  notices: Notice[];
}

export interface NotificationTestResult {
  delivered: boolean;
  error: string | null;
}

export interface OwnProfilesResponse {
  profiles: ClientProfile[];
}

export interface PasswordReset {
  expiresAt: string;
  resetToken: string;
}

export interface PeopleResponse {
  users: Person[];
}

export interface Person {
  displayName: string;
  email: string | null;
  lastSeen: string | null;
  photoMediaId: string | null;
  role: Role;
  status: PresenceStatus;
  userId: string;
}

export interface PersonResponse {
  user: Person;
}

export interface Presence {
  lastSeen: string | null;
  status: PresenceStatus;
  userId: string;
}

export interface PresenceResponse {
  presence: Presence[];
}

export type PresenceStatus = "online" | "away" | "offline";

export interface Priority {
  citation: Citation | null;
  level: PriorityLevel;
  reason: PriorityReason;
  waitingSince: string | null;
}

export type PriorityLevel = "low" | "normal" | "high" | "urgent";

export type PriorityReason = "danger" | "hurry" | "injury" | "trouble" | "dueSoon" | "overdue" | "waiting" | "question" | "news" | "smallTalk" | "nothing";

export interface ProactiveSettings {
  hour: number;
  weekday: ProactiveSettingsWeekday;
  weekly: boolean;
}

export interface ProactiveSettingsResponse {
  nextAt: string | null;
  proactive: ProactiveSettings;
}

export type ProactiveSettingsWeekday = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";

export interface Profile {
  customInstructions: string | null;
  displayName: string;
  email: string;
  id: string;
  locale?: string;
  photoMediaId: string | null;
  role: Role;
  sharesPresence: boolean;
  sharesReadReceipts: boolean;
  timezone: string;
}

export interface ProfileItem {
  category: ProfileItemCategory;
  confidence: number;
  createdBy: ProfileItemOrigin;
  editedAt: string | null;
  id: string;
  sources: ProfileItemSource[];
  status: ProfileItemStatus;
  text: string;
  validFrom: string | null;
  validTo: string | null;
}

export type ProfileItemCategory = "injuries" | "goals" | "equipment" | "preferences" | "travel" | "stressFactors";

export type ProfileItemOrigin = "ai" | "manual";

export interface ProfileItemResponse {
  item: ProfileItem;
}

export interface ProfileItemSource {
  clientMessageId: string;
  messageId: string;
}

export type ProfileItemStatus = "current" | "resolved" | "superseded";

export interface ProfileResponse {
  user: Profile;
}

export type Proposal = ProposalScheduleCall | ProposalRescheduleEvent | ProposalCancelEvent | ProposalSetReminder | ProposalSendMessage;

export interface ProposalCancelEvent {
  arguments: ToolArgumentsCancelEvent;
  doubts?: ProposalDoubt[];
  expiresAt: string;
  id: string;
  state: ProposalState;
  summary: string;
  tool: "cancelEvent";
  version: number;
}

export interface ProposalDoubt {
  kind: ProposalDoubtKind;
  text: string;
}

export type ProposalDoubtKind = "gap" | "fold" | "weekday" | "halfDay" | "outsideHours" | "noTime" | "taken" | "clockChange" | "other";

export interface ProposalOutcome {
  proposal: Proposal;
  result: ProposalResult;
}

export interface ProposalRescheduleEvent {
  arguments: ToolArgumentsRescheduleEvent;
  doubts?: ProposalDoubt[];
  expiresAt: string;
  id: string;
  state: ProposalState;
  summary: string;
  tool: "rescheduleEvent";
  version: number;
}

export interface ProposalResponse {
  proposal: Proposal;
}

export interface ProposalResult {
  eventId?: string;
  messageId?: string;
  reminderId?: string;
}

export interface ProposalScheduleCall {
  arguments: ToolArgumentsScheduleCall;
  doubts?: ProposalDoubt[];
  expiresAt: string;
  id: string;
  state: ProposalState;
  summary: string;
  tool: "scheduleCall";
  version: number;
}

export interface ProposalSendMessage {
  arguments: ToolArgumentsSendMessage;
  doubts?: ProposalDoubt[];
  expiresAt: string;
  id: string;
  state: ProposalState;
  summary: string;
  tool: "sendMessage";
  version: number;
}

export interface ProposalSetReminder {
  arguments: ToolArgumentsSetReminder;
  doubts?: ProposalDoubt[];
  expiresAt: string;
  id: string;
  state: ProposalState;
  summary: string;
  tool: "setReminder";
  version: number;
}

export type ProposalState = "pending" | "executed" | "failed" | "cancelled" | "expired";

export interface ProposalsResponse {
  proposals: Proposal[];
}

export interface ProposeMeetingRequest {
  eventType?: EventType | null;
  minutes?: number | null;
  startsAt: string;
  text?: string | null;
}

export interface ProposeReminderRequest {
  dueAt?: string | null;
  text?: string | null;
}

export interface Prospect {
  convertedToClientId: string | null;
  displayName: string;
  id: string;
  timezone: string | null;
}

export interface ProspectResponse {
  prospect: Prospect;
}

export interface ProspectsResponse {
  prospects: Prospect[];
}

export interface QuietHours {
  from: string;
  to: string;
}

export interface QuietHoursBody {
  quietHours?: QuietHours | null;
}

export interface Quote {
  deleted: boolean;
  messageId: string;
  senderId: string;
  text: string;
}

export interface RateAnswerRequest {
  rating?: AnswerRating | null;
}

export interface Reaction {
  emoji: string;
  userIds: string[];
}

export interface ReactionRequest {
  emoji: string;
}

export interface ReactionsResponse {
  reactions: Reaction[];
}

export interface ReadAllResponse {
  chats: ChatReadPosition[];
}

export interface ReadPosition {
  readSeq: number;
  unread: number;
}

export interface ReadRequest {
  seq: number;
}

export interface ReceiptsResponse {
  receipts: MessageReceipt[];
}

export interface ReceivedContactRequest {
  at: string;
  displayName: string;
  id: string;
  userId: string;
}

export interface RefreshRequest {
  refreshToken: string;
}

export interface RegenerateRequest {
  model?: string | null;
  timezone?: string | null;
}

export interface RegisterRequest {
  deviceName?: string | null;
  displayName: string;
  email: string;
  invite?: string | null;
  password: string;
  role: Role;
  timezone?: string | null;
}

export type RegistrationMode = "open" | "invited" | "closed";

export interface RegistrationRequest {
  mode: RegistrationMode;
}

export interface RegistrationResponse {
  registration: RegistrationResponseRegistration;
}

export interface RegistrationResponseRegistration {
  fixedByFlag: boolean;
  mode: RegistrationMode;
}

export interface Reminder {
  clientId: string | null;
  completed: boolean;
  createdBy: Author;
  dueAt: string;
  id: string;
  ownerId: string;
  recurrence: string | null;
  text: string;
}

export interface ReminderResponse {
  reminder: Reminder;
}

export interface ReminderSuggestion {
  citation: Citation;
  clientId: string | null;
  doubts: ProposalDoubt[];
  dueAt: string;
  dueText: string | null;
  priority: PriorityLevel;
  text: string;
  topic: ReminderSuggestionTopic;
}

export type ReminderSuggestionTopic = "health" | "nutrition" | "training" | "scheduling" | "payment" | "equipment" | "travel" | "documents" | "other";

export interface RemindersResponse {
  reminders: Reminder[];
}

export interface RenderTemplateRequest {
  slots?: { [key: string]: string } | null;
  userId: string;
}

export interface RenderedTextResponse {
  text: string;
}

export interface ResetPasswordRequest {
  newPassword: string;
  resetToken: string;
}

export interface RetryResponse {
  retried: number;
}

export type Role = "trainer" | "client";

export interface ScheduledMessage {
  chatId: string;
  createdAt: string;
  dueAt: string;
  failure: SendFailure | null;
  followsReceiver: boolean;
  id: string;
  messageId: string | null;
  quietHours: QuietHours | null;
  rrule: string | null;
  sendAt: string;
  sentAt: string | null;
  sentCount: number;
  state: ScheduledMessageState;
  stopOnReply: boolean;
  text: string;
  zone: string;
}

export interface ScheduledMessageResponse {
  scheduledMessage: ScheduledMessage;
}

export type ScheduledMessageState = "scheduled" | "sent" | "stopped" | "failed";

export interface ScheduledMessagesResponse {
  scheduledMessages: ScheduledMessage[];
}

export interface SchedulingSettings {
  callMinutes: number;
  trainingMinutes: number;
  workingHours: { [key: string]: string | null };
}

export interface SchedulingSettingsResponse {
  scheduling: SchedulingSettings;
}

export interface SearchHighlight {
  kind: SearchHighlightKind;
  length: number;
  start: number;
}

export type SearchHighlightKind = "word" | "passage";

export type SearchMode = "hybrid" | "semantic" | "text";

export interface SearchReading {
  groups: SearchReadingGroup[];
  note: string | null;
  people: SearchReadingPerson[];
  since: string | null;
  text: string;
  until: string | null;
}

export interface SearchReadingGroup {
  chatId: string;
  name: string;
}

export interface SearchReadingPerson {
  name: string;
  userId: string;
}

export interface SearchRequest {
  chatId?: string | null;
  chatIds?: string[] | null;
  cursor?: string | null;
  explain?: boolean | null;
  limit?: number | null;
  mode?: SearchMode | null;
  query: string;
  senderId?: string | null;
  senderIds?: string[] | null;
  since?: string | null;
  until?: string | null;
}

export interface SearchResponse {
  degraded: string | null;
  mode: SearchMode;
  nextCursor: string | null;
  results: SearchResult[];
  understood: SearchReading | null;
}

export interface SearchResult {
  chatId: string;
  clientMessageId: string;
  confidence?: SearchResultConfidence;
  explain?: SearchScoreParts;
  highlights: SearchHighlight[];
  match: SearchResultMatch;
  messageId: string;
  score: number;
  senderId: string;
  senderName: string;
  sentAt: string;
  text: string;
  transcript?: boolean;
}

export type SearchResultConfidence = "high" | "medium" | "low";

export type SearchResultMatch = "semantic" | "text" | "both";

export interface SearchScoreParts {
  chat: number;
  context: number;
  meaning: number;
  multilingual?: number;
  names: number;
  own?: number;
  repetition: number;
  words: number;
}

export interface SelectBranchRequest {
  step?: number | null;
}

export interface SendFailure {
  code: ErrorCode;
  message: string;
}

export interface SendMessageRequest {
  clientMessageId: string;
  mediaIds?: string[] | null;
  replyTo?: string | null;
  text?: string | null;
}

export interface SentContactRequest {
  at: string;
  email: string;
  id: string;
  state: ContactState;
}

export interface SessionWishRequest {
  startsAt?: string | null;
}

export interface SessionsResponse {
  sessions: AccountSession[];
}

export interface SetCalendarPushRequest {
  password: string;
  url: string;
  username: string;
}

export interface SetPasswordRequest {
  password: string;
}

export interface SnoozeRequest {
  minutes?: number | null;
  until?: string | null;
}

export interface StoredDraft {
  chatId: string;
  replyTo: string | null;
  text: string;
  updatedAt: string;
}

export interface Subscription {
  createdAt: string;
  current: boolean;
  disabledAt: string | null;
  failures: number;
  id: string;
  kind: SubscriptionKind;
  preview: boolean;
  target: string;
}

export type SubscriptionKind = "webpush" | "ntfy" | "webhook" | "mail";

export interface SubscriptionResponse {
  secret?: string;
  subscription: Subscription;
}

export interface SubscriptionsResponse {
  kinds: SubscriptionKind[];
  subscriptions: Subscription[];
}

export interface SuggestedProposalsResponse {
  needs: Needs | null;
  proposals: Proposal[];
}

export interface SummaryPoint {
  citations: Citation[];
  id: string;
  text: string;
}

export interface SummaryRequest {
  model?: string | null;
  since?: string | null;
  until?: string | null;
}

export interface SyncRequest {
  positions: { [key: string]: number };
}

export interface SyncResponse {
  chats: ChatGap[];
}

export interface TagsRequest {
  tags: string[];
}

export interface TemplateResponse {
  template: MessageTemplate;
}

export interface TemplatesResponse {
  templates: MessageTemplate[];
}

export interface ToolArgumentsCancelEvent {
  eventId: string;
  shown?: ToolArgumentsShownEvent;
}

export interface ToolArgumentsRescheduleEvent {
  durationMinutes: number;
  eventId: string;
  shown?: ToolArgumentsShownEvent;
  startsAt: string;
}

export interface ToolArgumentsScheduleCall {
  clientId?: string;
  durationMinutes: number;
  eventType: EventType;
  leftOut?: string[];
  prospectId?: string;
  recurrence?: string;
  startsAt: string;
  timezone: string;
  title: string;
}

export interface ToolArgumentsSendMessage {
  chatId: string;
  text: string;
}

export interface ToolArgumentsSetReminder {
  clientId?: string;
  dueAt: string;
  recurrence?: string;
  text: string;
}

export interface ToolArgumentsShownEvent {
  clientId?: string;
  endsAt: string;
  prospectId?: string;
  startsAt: string;
  title: string;
}

export interface Transcript {
  duration?: number;
  language?: string;
  status: TranscriptStatus;
  text: string;
}

export type TranscriptStatus = "pending" | "ready" | "failed";

export interface TurnResponse {
  message: ConversationTurn;
}

export type TurnRole = "user" | "assistant";

export type TurnState = "running" | "completed" | "stopped" | "interrupted" | "failed";

export interface UpdateActionItemRequest {
  done: boolean;
}

export interface UpdateChatRequest {
  announcement?: boolean | null;
  name?: string | null;
  photoMediaId?: string | null;
}

export interface UpdateCheckInRequest {
  clientIds?: string[] | null;
  isPaused?: boolean | null;
  questions?: CheckInQuestion[] | null;
  quietHours?: QuietHours | null;
  remindAfterHours?: number | null;
  rrule?: string | null;
  startsAt?: string | null;
  title?: string | null;
  when?: string | null;
  zone?: string | null;
}

export interface UpdateConversationRequest {
  instructions?: string | null;
  isArchived?: boolean | null;
  isPinned?: boolean | null;
  maxOutputTokens?: number | null;
  model?: string | null;
  temperature?: number | null;
  title?: string | null;
  topP?: number | null;
  webSearch?: boolean | null;
}

export interface UpdateEventRequest {
  clientId?: string | null;
  endsAt?: string | null;
  eventType?: EventType | null;
  location?: string | null;
  notes?: string | null;
  prospectId?: string | null;
  rrule?: string | null;
  scope?: EventScope | null;
  skipTaken?: boolean | null;
  startsAt?: string | null;
  status?: EventStatus | null;
  title?: string | null;
}

export interface UpdateMeasurePointRequest {
  day?: string | null;
  detail?: string | null;
  unit?: string | null;
  value?: number | null;
}

export interface UpdateProactiveRequest {
  hour?: number | null;
  weekday?: ProactiveSettingsWeekday | null;
  weekly?: boolean | null;
}

export interface UpdateProfileItemRequest {
  category?: ProfileItemCategory | null;
  status?: ProfileItemStatus | null;
  text?: string | null;
  validFrom?: string | null;
  validTo?: string | null;
}

export interface UpdateProfileRequest {
  customInstructions?: string | null;
  displayName?: string | null;
  locale?: string | null;
  photoMediaId?: string | null;
  sharesPresence?: boolean | null;
  sharesReadReceipts?: boolean | null;
  timezone?: string | null;
}

export interface UpdateScheduledMessageRequest {
  quietHours?: QuietHours | null;
  rrule?: string | null;
  sendAt?: string | null;
  sendAtLocal?: string | null;
  stopOnReply?: boolean | null;
  text?: string | null;
  when?: string | null;
  zone?: string | null;
}

export interface UpdateSchedulingRequest {
  callMinutes?: number | null;
  trainingMinutes?: number | null;
  workingHours?: { [key: string]: string | null } | null;
}

export interface UpdateTemplateRequest {
  name?: string | null;
  text?: string | null;
}

export interface UpdateVoiceRequest {
  autoSendAfterTranscription?: boolean | null;
  autoSpeakConfirmations?: boolean | null;
  transcribeMyMessages?: boolean | null;
  transcriptionLanguage?: string | null;
  ttsPitch?: number | null;
  ttsRate?: number | null;
  ttsVoice?: string | null;
  ttsVolume?: number | null;
  voiceResponseEnabled?: boolean | null;
}

export interface UploadResponse {
  media: UploadStatus;
}

export interface UploadStatus {
  clientMediaId: string;
  createdAt: string;
  fileName: string;
  height: number | null;
  id: string;
  kind: MediaKind;
  mimeType: string;
  offset: number;
  size: number;
  state: UploadStatusState;
  thumbnail: boolean;
  width: number | null;
}

export type UploadStatusState = "uploading" | "ready";

export interface User {
  displayName: string;
  email: string;
  id: string;
  photoMediaId: string | null;
  role: Role;
  timezone: string;
}

export interface VAPIDKeyResponse {
  publicKey: string;
}

export interface VoiceSettings {
  autoSendAfterTranscription: boolean;
  autoSpeakConfirmations: boolean;
  transcribeMyMessages: boolean | null;
  transcriptionLanguage: string | null;
  ttsPitch: number;
  ttsRate: number;
  ttsVoice: string | null;
  ttsVolume: number;
  voiceResponseEnabled: boolean;
}

export interface VoiceSettingsResponse {
  transcription: VoiceSettingsResponseTranscription;
  voice: VoiceSettings;
}

export interface VoiceSettingsResponseTranscription {
  available: boolean;
  messages: boolean;
}

export interface WebSearchStatus {
  query: string;
  results: number | null;
  state: WebSearchStatusState;
  text: string;
}

export type WebSearchStatusState = "started" | "completed" | "failed";

export interface WebSource {
  host: string;
  quote: string;
  title: string;
  url: string;
}

export type WeekDraftKind = "message" | "reminder";

export interface WeekDraftRequest {
  dueAt?: string | null;
  kind?: WeekDraftKind | null;
  text?: string | null;
}

export interface WeekPage {
  attention: number;
  createdAt: string;
  morePeople: number;
  people: WeekPerson[];
  reminders: WeekReminder[];
  sessions: WeekSessionCounts;
  since: string;
  timezone: string;
  until: string;
}

export interface WeekPerson {
  chatId: string | null;
  displayName: string;
  moreReasons: number;
  reasons: WeekReason[];
  sessions: WeekSession[];
  userId: string;
}

export interface WeekReason {
  citations: Citation[];
  drafts: WeekDraftKind[];
  eventIds: string[];
  id: string;
  kind: WeekReasonKind;
  profileItemId: string | null;
  since: string;
  text: string;
}

export type WeekReasonKind = "urgent" | "newInjury" | "waiting" | "ownPromiseLate" | "cancelledSession" | "quiet" | "paymentOpen" | "clientPromiseLate" | "ownPromise" | "unansweredQuestion" | "measured" | "planDate" | "nothingBooked" | "unanswered" | "resolvedInjury" | "profileChange" | "movedSession" | "paid";

export interface WeekReminder {
  citation: Citation;
  displayName: string;
  dueAt: string;
  dueText: string | null;
  reasonId: string;
  text: string;
  userId: string;
}

export interface WeekSession {
  endsAt: string;
  eventId: string;
  movedFrom: string | null;
  startsAt: string;
  state: WeekSessionState;
  title: string;
}

export interface WeekSessionCounts {
  cancelled: number;
  coming: number;
  held: number;
  moved: number;
}

export type WeekSessionState = "held" | "cancelled" | "coming";
