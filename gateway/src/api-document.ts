import type { ApiDocument } from '@aangan/service-kit/openapi'
import type { Route } from './upstreams.ts'

const TIME_LIMIT_MS = 2_000

export async function mergeDocuments(routes: Route[], title: string): Promise<ApiDocument> {
  const documents = await Promise.allSettled(routes.map(fetchDocument))
  const away = routes.filter((_, at) => documents[at]?.status === 'rejected').map(({ name }) => name)
  const found = documents.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  return {
    openapi: '3.0.3',
    info: { title, version: '1', description: describe(away) },
    paths: Object.assign({}, ...found.map(({ paths }) => paths)),
    components: { schemas: Object.assign({}, ...found.map(({ components }) => components?.schemas)) },
  }
}

async function fetchDocument({ name, upstream }: Route): Promise<ApiDocument> {
  const { status, body } = await upstream.get('/openapi.json', { timeoutMs: TIME_LIMIT_MS })
  if (status !== 200) throw new Error(`${name} returned ${status} for /openapi.json; expected 200`)
  // Each service numbers its shared schemas from 0: prefix them with its name.
  const text = body.toString('utf8').replaceAll('"#/components/schemas/', `"#/components/schemas/${name}.`)
  const document: ApiDocument = JSON.parse(text)
  const schemas = Object.entries(document.components?.schemas ?? {})
  return {
    ...document,
    paths: tagged(document.paths ?? {}, name),
    components: { schemas: Object.fromEntries(schemas.map(([key, schema]) => [`${name}.${key}`, schema])) },
  }
}

function tagged(paths: Record<string, object>, tag: string): Record<string, object> {
  const mark = (operations: object) =>
    Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, { ...operation, tags: [tag] }]))
  return Object.fromEntries(Object.entries(paths).map(([path, operations]) => [path, mark(operations)]))
}

function describe(away: string[]): string {
  const intro = 'Every call of the site. Errors are `{ code, message, requestId }` with the right status.'
  return away.length > 0 ? `${intro} Missing, because the service does not respond: ${away.join(', ')}.` : intro
}
