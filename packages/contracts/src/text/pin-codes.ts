/** A PIN code anywhere in a text, '411038' or '411 038'. */
export const PIN = /\b\d{3}\s?\d{3}\b/
/** One at the end of a part of an address, with what joins it: 'Pune - 411038'. */
export const PIN_AT_END = /[-–,]?\s*\b\d{3}\s?\d{3}\b\s*$/
