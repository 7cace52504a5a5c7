import type { Reports } from '@aangan/posts/reports'
import { AppError } from '@aangan/service-kit/errors'
import type { ReportsCommand } from './args.ts'
import { type MessageParts, withItsChat } from './message-reports.ts'
import { type ListedReport, reportTable } from './table.ts'

export interface Moderation extends MessageParts {
  reports: Reports
  now: () => Date
}

type ListCommand = Extract<ReportsCommand, { do: 'list' }>

/** Runs a moderator's command and returns the text to print. Throws NOT_FOUND for an unknown id. */
export async function moderate(command: ReportsCommand, parts: Moderation): Promise<string> {
  const { posts, reports, messages, now } = parts
  switch (command.do) {
    case 'list': {
      const listed = await list(command, parts)
      return command.format === 'json' ? JSON.stringify(listed, null, 2) : reportTable(listed, command.state)
    }
    case 'handle':
      if ((await reports.handle(command.id, now())) || (await messages.handle(command.id, now())))
        return `Report ${command.id} marked as handled.`
      throw new AppError('NOT_FOUND', `No open report has the id ${command.id}. List them with npm run reports.`)
    case 'take-down': {
      if ((await posts.find(command.id)) === null)
        throw new AppError('NOT_FOUND', `No listing has the id ${command.id}.`)
      await posts.remove(command.id, now())
      const handled = await reports.handleAll(command.id, now())
      return `Listing ${command.id} taken down; ${handled} of its reports marked as handled.`
    }
  }
}

/** Of listings and messages together, the latest first. */
async function list({ state, limit }: ListCommand, parts: Moderation): Promise<ListedReport[]> {
  const { posts, reports, messages } = parts
  const [ofListings, ofMessages] = await Promise.all([reports.list({ state, limit }), messages.list({ state, limit })])
  const found = [
    ...ofListings.map((report) => ({
      at: report.lastAt,
      load: async () => ({ kind: 'listing' as const, ...report, title: await titleOf(report.postId, posts) }),
    })),
    ...ofMessages.map((report) => ({ at: report.createdAt, load: () => withItsChat(report, parts) })),
  ]
  const latest = found.sort((a, b) => b.at.localeCompare(a.at)).slice(0, limit)
  return await Promise.all(latest.map(({ load }) => load()))
}

async function titleOf(postId: string, posts: Moderation['posts']): Promise<string | null> {
  return (await posts.find(postId))?.title ?? null
}
