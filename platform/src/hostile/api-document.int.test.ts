import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '@aangan/service-kit/testing/needs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Route } from '../testing/route-subjects.ts'
import { readRoutes } from '../testing/routes.ts'
import { type Person, type SiteHere, startSiteHere } from '../testing/site-here.ts'
import { findSchemathesis, runSchemathesis } from './schemathesis.ts'

/** Per call and phase. */
const MOST_EXAMPLES = '10'
/** The same requests in every run. */
const SEED = '20261126'

const schemathesis = needs('schemathesis', await findSchemathesis())
const routes = Object.entries(await readRoutes())

let site: SiteHere
let owner: Person
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzzing-'))
  const unlimited = { RATE_LIMIT: '1000000', REPORT_LIMIT: '1000000', REGISTER_LIMIT: '1000000' }
  site = await startSiteHere({ CONCURRENT_LIMIT: '1000', ...unlimited })
  owner = await site.enter('owner')
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

it('responds to every request that its document describes without a server error, and as described', async () => {
  await writeFile(join(folder, 'schemathesis.toml'), (await Promise.all(routes.map(toConfig))).join('\n'))
  const tested = routes.filter(([, { endsSession }]) => !endsSession)
  const address = `http://127.0.0.1:${site.port}`
  const [hasPassed, report] = await runSchemathesis(
    schemathesis(),
    [
      ...['run', `${address}/openapi.json`, '--url', address, '--header', `Cookie: ${owner.cookie}`],
      ...['--checks', 'not_a_server_error,response_schema_conformance,use_after_free'],
      ...['--phases', 'coverage,fuzzing', '--max-redirects', '0', '--continue-on-failure'],
      ...['--max-examples', MOST_EXAMPLES, '--seed', SEED, '--suppress-health-check', 'all', '--no-color'],
    ],
    folder,
  )
  expect(hasPassed, report).toBe(true)
  expect(report).toContain(`Tested: ${tested.length}`)
  expect((await site.send({ path: '/posts' })).status).toBe(200)
  expect(site.logged().match(/^.*"level":"(error|fatal)".*$/gm) ?? []).toEqual([])
})

/** Ids that exist, since a generated one never does. Calls that end the session would make a visitor of all later ones. */
async function toConfig([name, row]: [string, Route]): Promise<string> {
  const [, pattern = ''] = name.split(' ')
  const made = await row.make?.({ site, owner })
  const values = pattern.split('/').flatMap((part, at) => {
    const [, parameter] = /^\{(\w+)\}$/.exec(part) ?? []
    const value = made?.path?.split('/')[at]
    return parameter && value ? [`"path.${parameter}" = "${value}"`] : []
  })
  return [
    '[[operations]]',
    `include-name = "${name}"`,
    ...(row.endsSession ? ['enabled = false'] : []),
    `parameters = { ${values.join(', ')} }`,
  ].join('\n')
}
