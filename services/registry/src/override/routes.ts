import { LOCAL_ORIGIN_HEADER } from '@aangan/contracts/override'
import { OVERRIDE_PAGE } from '@aangan/contracts/services'
import { shellStyles } from '@aangan/contracts/shell-tags'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { RegistryConfig } from '../config.ts'
import { isTokenOf } from '../deploy/tokens.ts'
import { originOf } from '../origin.ts'
import { pageOf, type Releases, shellOf } from '../releases/releases.ts'
import { MOST_DESCRIPTION_BYTES } from '../releases/rules.ts'
import { checkLocal } from './check-local.ts'
import { OVERRIDE_MS, readOverride, setOverride, signOverride } from './cookie.ts'
import { readGrant, useGrant } from './grants.ts'
import { ACCEPT_SCRIPT, START_SCRIPT, STYLE } from './in-browser.ts'
import { acceptContent, currentContent, renderOverridePage } from './markup.ts'

interface OverrideRoutes {
  config: RegistryConfig
  releasesDir: string
  releases: Releases
}

const schema = { hide: true }
const FILES = {
  'start.js': ['text/javascript', `{${START_SCRIPT}}`],
  'accept.js': ['text/javascript', `{${ACCEPT_SCRIPT}}`],
  'style.css': ['text/css', STYLE],
} as const

/** The pages of the person who tries a local remote. `POST /releases/{name}/override` grants it. */
export async function addOverrideRoutes(app: App, { config, releasesDir, releases }: OverrideRoutes): Promise<void> {
  await app.register(async (scope: App) => {
    // What a form without fields sends.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => null)
    for (const [file, [type, text]] of Object.entries(FILES)) {
      scope.get(`${OVERRIDE_PAGE}/${file}`, { schema }, async (_request, reply) =>
        reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text),
      )
    }

    const send = async (reply: FastifyReply, content: string[]) => {
      const styles = shellStyles(shellOf(await releases.current()))
      const html = renderOverridePage({ siteName: config.SITE_NAME, styles, content })
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
    }

    scope.get(OVERRIDE_PAGE, { schema }, async (request, reply) =>
      send(reply, currentContent(await readOverride(releasesDir, request), { isExpired: false })),
    )

    const one = { schema: { ...schema, params: Type.Object({ id: Type.String() }) } }
    scope.get(`${OVERRIDE_PAGE}/:id`, one, async ({ params: { id } }, reply) => {
      const grant = await readGrant(releasesDir, id)
      if (grant === null) return send(reply.code(404), currentContent(null, { isExpired: true }))
      reply.header(LOCAL_ORIGIN_HEADER, grant.origin)
      return send(reply, acceptContent(grant, config.SITE_NAME))
    })

    const accept = { schema: { ...one.schema, body: Type.Object({ code: Type.String() }) } }
    scope.post(`${OVERRIDE_PAGE}/:id`, accept, async (request, reply) => {
      const { params, body } = request
      const grant = await readGrant(releasesDir, params.id)
      const isValid = grant !== null && (await isTokenOf(releasesDir, grant.token, grant.name))
      if (!isValid || !(await useGrant(releasesDir, grant, body.code)))
        throw new AppError('FORBIDDEN', 'This link can no longer be used: run npx aangan override again.')
      const { name, origin, token, by } = grant
      setOverride(
        request,
        reply,
        await signOverride(releasesDir, { name, origin, token, by, until: Date.now() + OVERRIDE_MS }),
      )
      return { url: await pageOf(releases, name) }
    })

    const check = { schema, bodyLimit: MOST_DESCRIPTION_BYTES }
    scope.post(`${OVERRIDE_PAGE}/check`, check, async (request) => {
      const override = await readOverride(releasesDir, request)
      if (override === null) throw new AppError('FORBIDDEN', 'It has ended: run npx aangan override again.')
      return { release: checkLocal(request.body, override, await releases.live()) }
    })

    scope.post(`${OVERRIDE_PAGE}/reset`, { schema }, async (request, reply) => {
      setOverride(request, reply, '')
      return reply.redirect(backTo(config, request), 303)
    })
  })
}

/** The page that had the button, if it is one of this site. */
function backTo({ SITE_URL }: RegistryConfig, request: FastifyRequest): string {
  const { referer = '' } = request.headers
  const isOurs = URL.canParse(referer) && new URL(referer).origin === originOf(SITE_URL, request)
  return isOurs ? referer : '/'
}
