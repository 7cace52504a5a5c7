import type { ReportDoc } from '@aangan/posts/reports'
import type { ListedMessage, ListedMessageReport, Person } from './message-reports.ts'

/** `title` is null once the listing is removed. */
export interface ListedListingReport extends ReportDoc {
  kind: 'listing'
  title: string | null
}

export type ListedReport = ListedListingReport | ListedMessageReport

const INDENT = '  '

/** Formats reports for a terminal, one block each, in the given order. */
export function reportTable(reports: ListedReport[], state: ReportDoc['state']): string {
  const count = `${reports.length} ${state} ${reports.length === 1 ? 'report' : 'reports'}`
  if (reports.length === 0) return `${count}.`
  const blocks = reports.map((report) => (report.kind === 'listing' ? listingBlock(report) : messageBlock(report)))
  return [`${count}, the latest first.`, ...blocks].join('\n\n')
}

function listingBlock(report: ListedListingReport): string {
  const { _id, postId, reason, text, reporterId, count, firstAt, lastAt, handledAt, title } = report
  const times = count === 1 ? lastAt : `${lastAt}, ${count} times since ${firstAt}`
  return [
    `${_id}  ${reason}  ${times}`,
    `${INDENT}listing   ${listing(postId, title)}`,
    `${INDENT}reporter  ${reporterId ?? 'a visitor'}`,
    ...closing(text, handledAt),
  ].join('\n')
}

function messageBlock(report: ListedMessageReport): string {
  const { _id, reason, createdAt, reporter, text, handledAt, messages, chatId, about } = report
  const reported = messages.find(({ isReported }) => isReported)
  return [
    `${_id}  ${reason}  ${createdAt}`,
    `${INDENT}message   ${reported ? `by ${name(reported.from)}, ${reported.at}` : '(no longer stored)'}`,
    `${INDENT}reporter  ${reporter === null ? 'a deleted user' : name(reporter)}`,
    ...closing(text, handledAt),
    ...(about ? [`${INDENT}about     ${listing(about.id, about.title)}`] : []),
    ...(chatId ? [`${INDENT}chat      ${chatId}`, ...messages.map(line)] : []),
  ].join('\n')
}

function closing(text: string | null, handledAt: string | null): string[] {
  return [
    ...(text ? [`${INDENT}text      ${plain(text)}`] : []),
    ...(handledAt === null ? [] : [`${INDENT}handled   ${handledAt}`]),
  ]
}

function line({ isReported, at, from, text }: ListedMessage): string {
  return `${INDENT}${isReported ? '>' : ' '} ${at}  ${plain(from.username ?? from.id)}: ${plain(text)}`
}

function listing(id: string, title: string | null): string {
  return `/${id}  ${title === null ? '(taken down)' : plain(title)}`
}

function name({ id, username }: Person): string {
  return username === null ? id : `${plain(username)} (${id})`
}

/**
 * Replaces control and formatting characters, so that user text can neither send escape sequences nor flip the
 * direction.
 */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '·')
}
