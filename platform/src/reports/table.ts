import type { ReportDoc } from '@aangan/posts/reports'

/** `title` is null once the listing is removed. */
export interface ListedReport extends ReportDoc {
  title: string | null
}

const INDENT = '  '

/** Formats reports for a terminal, one block each, in the given order. */
export function reportTable(reports: ListedReport[], state: ReportDoc['state']): string {
  const count = `${reports.length} ${state} ${reports.length === 1 ? 'report' : 'reports'}`
  if (reports.length === 0) return `${count}.`
  return [`${count}, the latest first.`, ...reports.map(block)].join('\n\n')
}

function block(report: ListedReport): string {
  const { _id, postId, reason, text, reporterId, count, firstAt, lastAt, handledAt, title } = report
  const times = count === 1 ? lastAt : `${lastAt}, ${count} times since ${firstAt}`
  return [
    `${_id}  ${reason}  ${times}`,
    `${INDENT}listing   /${postId}  ${title === null ? '(taken down)' : plain(title)}`,
    `${INDENT}reporter  ${reporterId ?? 'a visitor'}`,
    ...(text === null ? [] : [`${INDENT}text      ${plain(text)}`]),
    ...(handledAt === null ? [] : [`${INDENT}handled   ${handledAt}`]),
  ].join('\n')
}

/**
 * Replaces control and formatting characters, so that user text can neither send escape sequences nor flip the
 * direction.
 */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '·')
}
