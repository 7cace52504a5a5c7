import { ErrorBody } from '@aangan/contracts/errors'
import { MAX_REPORT_TEXT } from '@aangan/contracts/post-constants'
import { ReportBody } from '@aangan/contracts/posts'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { text } from './checks.ts'
import type { Load } from './load.ts'
import type { Reports } from './reports.ts'

export interface ReportRoutes {
  load: Load
  reports: Reports
  now: () => Date
}

const ById = Type.Object({ id: Type.String() })
const Done = Type.Object({ message: Type.String() })

/** The gateway limits reports per address. */
export function addReportRoutes(app: App, { load, reports, now }: ReportRoutes): void {
  const schema = { params: ById, body: ReportBody, response: { 201: Done, '4xx': ErrorBody } }
  app.post('/posts/:id/reports', { schema }, async ({ params, body, identity }, reply) => {
    const words = text('text', body.text ?? '', { min: 0, max: MAX_REPORT_TEXT })
    const { _id: postId } = await load(params.id, identity?.id ?? null)
    const report = { postId, reason: body.reason, text: words || null, reporterId: identity?.id ?? null }
    await reports.add(report, now())
    return reply.code(201).send({ message: 'Thank you. We will look at this listing.' })
  })
}
