import { expect, it } from 'vitest'
import { useOwnSite } from '../site.ts'
import { FIND_MARKUP, findMarkupIn } from './find-markup.ts'
import { PAYLOADS } from './payloads.ts'
import { createWriter, type Writer } from './writer.ts'

const site = useOwnSite({ DEMO: 'false', REGISTER_LIMIT: '10000', REPORT_LIMIT: '10000' })
/** One in this many pages is also opened in the browser. */
const EACH = 24
/** Documents fetched side by side, and parsed in one evaluation. */
const AT_ONCE = 30

it('renders user text as text everywhere', async () => {
  const { page, context, problems } = await site.visit('/about')
  page.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await context.exposeBinding('pwn', (_, what: unknown) => void problems.push(`a script ran: ${what}`))
  const writer = await createWriter(site.url())
  const ids = await writeEverywhere(writer)
  expect(ids.length).toBeGreaterThan(100)
  // A blank page without a policy, so that parsing triggers no violations.
  const parser = await context.newPage()
  const descriptions = Object.fromEntries(writer.descriptions.map((desc) => [desc, desc]))
  expect(await parser.evaluate(findMarkupIn(descriptions))).toEqual({})
  await context.addCookies([{ name: 'token', value: writer.token, url: site.url() }])

  // A sample suffices: search pages render the address one way, listings have the text in seven places.
  const searches = PAYLOADS.filter((_, at) => at % 3 === 0).map(
    (text) => `/list?${new URLSearchParams({ city: text, type: 'buy' })}`,
  )
  const paths = [...ids.map((id) => `/${id}`), ...searches, '/', '/list', '/agents', '/profile']
  while (paths.length > 0) {
    const pages = await Promise.all(paths.splice(0, AT_ONCE).map(async (path) => [path, await documentAt(path)]))
    expect(await parser.evaluate(findMarkupIn(Object.fromEntries(pages)))).toEqual({})
  }
  const some = <T>(all: T[]) => all.filter((_, at) => at % EACH === 0)
  for (const path of [...some(ids).map((id) => `/${id}`), ...some(searches).slice(0, 2), '/', ...OTHERS]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(FIND_MARKUP), path).toEqual([])
  }
  expect(problems).toEqual([])
})

const OTHERS = ['/list', '/agents', '/profile', '/profile/update', '/add']

async function documentAt(path: string): Promise<string> {
  const html = await (await fetch(site.url() + path, { headers: { accept: 'text/html' } })).text()
  expect(html, path).toContain('<title>')
  return html
}

/**
 * Submits each payload to every input; each is refused or stored unchanged. Returns the ids of the listings created.
 */
async function writeEverywhere(writer: Writer): Promise<string[]> {
  const ids: string[] = []
  for (const text of PAYLOADS) {
    const [username, email, id, agent, upload] = await Promise.all([
      writer.register({ username: text }),
      writer.register({ email: `${text}@pwn.example` }),
      writer.publish(text),
      writer.beAgent(text),
      writer.upload(text),
    ])
    expect([username, email], text).toEqual([400, 400])
    expect([200, 400], text).toContain(agent)
    expect([201, 400], text).toContain(upload)
    if (id === null) continue
    ids.push(id)
    expect([201, 400], text).toContain(await writer.report(id, text))
  }
  const agents = PAYLOADS.filter((text) => /<svg|<img|<script/.test(text)).slice(0, 6)
  for (const [at, text] of agents.entries()) await writer.another(`agent.${at}`, text)
  await writer.signInFrom(PAYLOADS.filter((text) => /^[\x20-\x7e]+$/.test(text)).slice(0, 6))
  return ids
}
