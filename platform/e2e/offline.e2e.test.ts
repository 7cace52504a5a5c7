import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { KEPT } from '@aangan/contracts/page'
import { expect, it, onTestFinished } from 'vitest'
import { useSite } from './site.ts'
import { openVisitor } from './visitor.ts'

const site = useSite()

/** A line to the site which can be cut: the browser's own emulation does not reach what a worker asks for. */
async function openLine(to: string) {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(Number(new URL(to).port), 'localhost')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
    if (isCut) near.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  const mend = () => {
    isCut = false
  }
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, cut, mend }
}

it('keeps what was seen while the site is out of reach, and nothing longer', async () => {
  const line = await openLine(site.url())
  const options = { serviceWorkers: 'allow', viewport: { width: 390, height: 844 } } as const
  const visitor = await openVisitor(site.browser(), line.url, options)
  onTestFinished(async () => expect(await visitor.close()).toEqual([]))
  visitor.expectProblem(/ERR_|failed/)
  const { page } = visitor
  const told = page.getByRole('banner').getByText('No connection. You see an earlier copy.')
  const cards = page.locator('main li a[href^="/"]')
  const heading = page.getByRole('heading', { level: 1 })

  await page.goto('/list?city=Pune')
  await page.locator('[data-part]').waitFor()
  // The last that the page does for it.
  await page.waitForResponse('**/r/page.json')
  await page.evaluate('navigator.serviceWorker.ready')
  const many = await cards.count()
  await cards.nth(2).click()
  await page.getByRole('complementary', { name: 'Contact Owner' }).waitFor()
  const title = await heading.textContent()
  await page.goBack()

  line.cut()
  await cards.last().click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.goBack()
  await expect.poll(() => cards.count()).toBe(many)
  await page.reload()
  await told.waitFor()
  expect(await cards.count()).toBe(many)
  await cards.nth(2).click()
  await expect.poll(() => heading.textContent()).toBe(title)
  // An address that was never loaded as a page.
  await page.reload()
  await told.waitFor()
  await expect.poll(() => heading.textContent()).toBe(title)

  line.mend()
  await page.evaluate("dispatchEvent(new Event('online'))")
  await told.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('[data-part]').waitFor()
  expect(await page.locator(`[${KEPT}]`).count()).toBe(0)
})
