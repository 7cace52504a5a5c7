import type { Readable } from 'node:stream'
import { ErrorBody } from '@aangan/contracts/errors'
import { OverrideGrant, OverrideRequest } from '@aangan/contracts/override'
import { SHELL } from '@aangan/contracts/release-urls'
import {
  ChannelChange,
  Deployed,
  Deployment,
  Described,
  ReleaseChannels,
  ReleaseName,
  ReleaseStatus,
} from '@aangan/contracts/releases'
import { OVERRIDE_PAGE, SERVICES } from '@aangan/contracts/services'
import { AppError } from '@aangan/service-kit/errors'
import { createFairQueue } from '@aangan/service-kit/fair-queue'
import type { App } from '@aangan/service-kit/server'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { RegistryConfig } from '../config.ts'
import type { CanaryWatch } from '../failures/watch.ts'
import { originOf } from '../origin.ts'
import { createGrant } from '../override/grants.ts'
import { pageOf, type Releases } from '../releases/releases.ts'
import { MOST_DESCRIPTION_BYTES } from '../releases/rules.ts'
import { CHECK, deployTokenOf, requireDeployToken } from './access.ts'
import { checkArchive, checkDescription } from './check.ts'
import { inPrivateFolder } from './private-folder.ts'
import { changeRelease, deployRelease, readStatus } from './publishing.ts'
import { receiveArchive } from './receive.ts'
import { checkFree, withRoom } from './room.ts'
import { nameOf } from './tokens.ts'

interface DeployRoutes {
  config: RegistryConfig
  releasesDir: string
  releases: Releases
  /** What became of a canary's visits so far. */
  countsOf: CanaryWatch['countsOf']
}

/** Clients name archives differently, and the bytes say what they are. */
const ARCHIVES = ['application/gzip', 'application/x-gzip', 'application/x-tar', 'application/octet-stream']
const ARCHIVE = 'Send the dist folder as tar and gzip, with -H "Content-Type: application/gzip" if you use curl.'
const BEARER = 'Needs the deploy token of this remote: `Authorization: Bearer …`.'
const MB = 1e6
const LIMIT = SERVICES.registry.bodyLimit
/** What arrives at the same time is on the disk beyond RELEASES_MIN_FREE_MB, and its files are checked in memory. */
const DEPLOYS = {
  atOnce: 6,
  /** Of a token. */
  atOnceEach: 1,
  waiting: 50,
  patienceMs: 20_000,
  busy: 'Other deploys are still under way, perhaps one of this remote. Try again in a moment.',
}
const refused = { '4xx': ErrorBody, '5xx': ErrorBody }
const params = Type.Object({ name: ReleaseName })

export async function addDeployRoutes(
  app: App,
  { config, releasesDir, releases, countsOf }: DeployRoutes,
): Promise<void> {
  await app.register(async (scope: App) => {
    requireDeployToken(scope, releasesDir)
    const turn = createFairQueue(DEPLOYS)
    scope.addContentTypeParser(ARCHIVES, async (_request: unknown, payload: Readable) => payload)
    scope.addContentTypeParser('*', refuseType)

    const post = {
      summary: 'Deploys a release: the dist folder of a build, as tar (application/x-tar) or tar and gzip',
      description: BEARER,
      params,
      querystring: Deployment,
      response: { 200: Deployed, 201: Deployed, ...refused },
    }
    scope.post('/releases/:name', { schema: post, bodyLimit: LIMIT }, async (request, reply) => {
      const token = deployTokenOf(request)
      const { params, query: to } = request
      const origin = originOf(config.SITE_URL, request)
      const publish = async () => {
        await checkFree(releasesDir, config.RELEASES_MIN_FREE_MB * MB)
        return await inPrivateFolder(releasesDir, async (from) => {
          await receiveArchive({ body: archiveIn(request), limit: LIMIT }, from)
          await checkArchive(from, { name: params.name, publicKey: token.publicKey })
          return await deployRelease({
            from,
            releasesDir,
            to,
            by: nameOf(token),
            mostBytes: config.RELEASES_KEPT_MB * MB,
          })
        })
      }
      const published = await turn(() => withRoom(publish), { address: token.id, user: null })
      const url = new URL(await pageOf(releases, params.name, published.version), origin).href
      reply.code(published.changed ? 201 : 200)
      return { ...published, url }
    })

    const check = {
      summary: 'Checks the release.json of a build against what is live, before the build is tried and sent',
      description: BEARER,
      params,
      body: Type.Object({}),
      response: { 200: Described, ...refused },
    }
    scope.post(CHECK, { schema: check, bodyLimit: MOST_DESCRIPTION_BYTES }, async ({ params: { name }, body }) => {
      const { version } = checkDescription(body, { name, live: await releases.live() })
      return { name, version }
    })

    const get = { description: BEARER, params, response: { 200: ReleaseStatus, ...refused } }
    scope.get('/releases/:name', { schema: get }, async ({ params: { name } }) => {
      const outcomes = await countsOf(name)
      return { ...(await readStatus(releasesDir, name)), ...(outcomes && { outcomes }) }
    })

    const put = { description: BEARER, params, body: ChannelChange, response: { 200: ReleaseChannels, ...refused } }
    scope.put('/releases/:name/channels', { schema: put }, async (request) => {
      const { params, body: change } = request
      const by = nameOf(deployTokenOf(request))
      return await withRoom(() => changeRelease(releasesDir, { name: params.name, change, by }))
    })

    const override = {
      summary: 'Lets a person on one machine try the remote from there on this site',
      description: BEARER,
      params,
      body: OverrideRequest,
      response: { 201: OverrideGrant, ...refused },
    }
    scope.post('/releases/:name/override', { schema: override }, async (request, reply) => {
      const { origin } = request.body
      if (!URL.canParse(origin)) throw new AppError('BAD_REQUEST', `${origin} is no origin: its port is above 65535`)
      if (request.params.name === SHELL) throw new AppError('BAD_REQUEST', 'Only a remote can be tried, not the shell')
      const token = deployTokenOf(request)
      const { grant, code } = await withRoom(() => createGrant(releasesDir, { token, origin: new URL(origin).origin }))
      const url = new URL(`${OVERRIDE_PAGE}/${grant.id}`, originOf(config.SITE_URL, request)).href
      const until = new Date(grant.until).toISOString()
      return reply.code(201).send({ name: grant.name, origin: grant.origin, url, code, until })
    })
  })
  // Not pages: their errors are JSON.
  for (const url of ['/releases', '/releases/*']) {
    app.get(url, { schema: { hide: true } }, async () => {
      throw new AppError('NOT_FOUND', 'Not Found')
    })
  }
}

function archiveIn({ body, headers }: Pick<FastifyRequest, 'body' | 'headers'>): Readable {
  if (body && typeof body === 'object' && 'iterator' in body) return body as Readable
  throw wrongType(headers, ARCHIVE)
}

/** Form data is what curl says it sends, unless told otherwise. */
async function refuseType({ method, headers }: FastifyRequest): Promise<never> {
  throw wrongType(headers, method === 'POST' ? ARCHIVE : 'Send application/json.')
}

function wrongType({ 'content-type': type = 'missing' }: FastifyRequest['headers'], how: string): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', `The Content-Type is ${type.slice(0, 100)}. ${how}`)
}
