import { HOSTILE_REQUESTS } from '@aangan/service-kit/testing/hostile'
import { sendRaw } from '@aangan/service-kit/testing/raw-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningSite, startSiteProcess, testFolder } from '../src/testing/site-process.ts'

describe('hostile input to the whole site', () => {
  let folder: Awaited<ReturnType<typeof testFolder>>
  let site: RunningSite
  let before: string[]

  beforeAll(async () => {
    folder = await testFolder()
    site = await startSiteProcess({ DATA_DIR: folder.dataDir, TMPDIR: folder.tmp, RATE_LIMIT: '1000000' })
    before = await stored()
  })

  afterAll(async () => {
    await site.stop()
    await folder.remove()
  })

  /** Counts and newest items of all collections. */
  async function stored(): Promise<string[]> {
    const answers = await Promise.all(
      ['/posts?limit=5', '/users?limit=5', '/posts/cities'].map((path) => fetch(site.url + path)),
    )
    return Promise.all(answers.map(async (answer) => `${answer.headers.get('x-total-count')} ${await answer.text()}`))
  }

  it.each(HOSTILE_REQUESTS)('is refused: $name', async (request) => {
    const { status, body } = await sendRaw({ port: Number(new URL(site.url).port) }, request)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    // Responses to methods like HEAD have no body; all others must explain the error.
    if (body !== '') expect(body.length).toBeGreaterThan(20)
  })

  it('stores nothing and does not harm the site', async () => {
    expect(await stored()).toEqual(before)
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
    expect(site.output.stderr).toBe('')
  })
})
