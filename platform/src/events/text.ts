import { plain } from '../reports/table.ts'

interface EventFacts {
  durable: string
  subject: string
  id: string
  text: string
  attempts: number
  error: string
  publishedAt: string
  parkedAt: string
  expiresAt: string
}

const MAX_DATA_LENGTH = 500

/** A block of lines for a terminal. */
export function eventText(event: EventFacts): string {
  const { durable, subject, id, text, attempts, error, publishedAt, parkedAt, expiresAt } = event
  const data = text.length > MAX_DATA_LENGTH ? `${text.slice(0, MAX_DATA_LENGTH)}… (whole with --json)` : text
  return [
    `${parkedAt}  ${durable}  ${subject}  ${plain(id)}`,
    `  published  ${publishedAt}`,
    `  removed    ${expiresAt}, unless it is handled before`,
    `  attempts   ${attempts}`,
    `  error      ${plain(error)}`,
    `  data       ${plain(data)}`,
  ].join('\n')
}
