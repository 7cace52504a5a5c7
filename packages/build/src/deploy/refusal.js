/** What the user can fix: printed without a stack. */
export class Refusal extends Error {
  /** @param {string} code one of contracts/errors.ts, or USAGE or NOT_LIVE @param {string} message @param {ErrorOptions} [options] */
  constructor(code, message, options) {
    super(message, options)
    this.code = code
  }
}
