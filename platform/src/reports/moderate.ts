import type { Reports } from '@aangan/posts/reports'
import type { PostStore } from '@aangan/posts/store'
import { AppError } from '@aangan/service-kit/errors'
import type { ReportsCommand } from './args.ts'
import { reportTable } from './table.ts'

export interface Moderation {
  posts: PostStore
  reports: Reports
  now: () => Date
}

/** Runs a moderator's command and returns the text to print. Throws NOT_FOUND for an unknown id. */
export async function moderate(command: ReportsCommand, { posts, reports, now }: Moderation): Promise<string> {
  switch (command.do) {
    case 'list': {
      const { state, limit, format } = command
      const found = await reports.list({ state, limit })
      const titled = found.map(async (report) => ({
        ...report,
        title: (await posts.find(report.postId))?.title ?? null,
      }))
      const listed = await Promise.all(titled)
      return format === 'json' ? JSON.stringify(listed, null, 2) : reportTable(listed, state)
    }
    case 'handle':
      if (await reports.handle(command.id, now())) return `Report ${command.id} marked as handled.`
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
