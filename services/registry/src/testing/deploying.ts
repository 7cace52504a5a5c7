import { readdir } from 'node:fs/promises'
import { DEPLOY_TOKEN_HEADER } from '@aangan/contracts/services'
import { createToken } from '../deploy/tokens.ts'
import { packBuild } from './archive.ts'
import type { RunningRegistry } from './registry.ts'
import { type ReleaseDraft, writeBuild } from './releases.ts'

export const GUIDES = {
  name: 'mfe-guides',
  routes: [{ path: '/guides', title: 'Guides' }],
  files: { 'page.js': 'page' },
} satisfies ReleaseDraft

/** Requests to a registry as the gateway passes them on. */
export function createDeploying({ app, folders }: Pick<RunningRegistry, 'app' | 'folders'>) {
  const headersOf = (token: string) => ({ [DEPLOY_TOKEN_HEADER]: `Bearer ${token}` })
  return {
    headersOf,
    tokenOf: async (name: string, publicKey?: string) =>
      await createToken(folders.releases, {
        name,
        label: `Team of ${name}`,
        createdBy: 'operator',
        ...(publicKey && { publicKey }),
      }),
    pack: async (draft: ReleaseDraft) => await packBuild(await writeBuild(folders.builds, draft)),
    async send(token: string, payload: Buffer, { name = GUIDES.name, query = '', type = 'application/gzip' } = {}) {
      const headers = { ...headersOf(token), 'content-type': type }
      const url = `/releases/${name}${query}`
      const { statusCode, ...answer } = await app.inject({ method: 'POST', url, headers, payload })
      return { status: statusCode, headers: answer.headers, ...answer.json() }
    },
    async check(token: string, payload: object, name: string = GUIDES.name) {
      const url = `/releases/${name}/check`
      const answer = await app.inject({ method: 'POST', url, headers: headersOf(token), payload })
      return { status: answer.statusCode, ...answer.json() }
    },
    /** What a failed deploy must not leave: its files, and a release. */
    async leftBehind(): Promise<string[]> {
      const names = await readdir(folders.releases, { recursive: true })
      return names.filter((name) => /^\.uploads\/|^mfe-guides|\.incoming|\.part/.test(name))
    },
  }
}
