/** For clients that send far more than people do. */
export const UNLIMITED_MESSAGES = {
  MESSAGE_LIMIT: '1000000',
  MESSAGE_DAY_BYTES: '1000000000000',
  UNANSWERED_LIMIT: '1000000000',
}
