import type { Page, Route } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useStarted } from './browser.ts'
import { buildFixture, FIXTURES } from './remotes/fixtures.ts'
import { goTo as goToOn, useRemotesSite } from './remotes/visits.ts'

const site = useRemotesSite({ drafts: FIXTURES })
const FAILED = 'Unexpected Application Error!'

/** One for all tests, each of which opens a page anew: a visitor costs more than what a test does. */
const visitor = useStarted(
  () => site.visitor(),
  async ({ close }) => void (await close()),
)
let page: Page

beforeEach(async () => {
  // Remotes fail on purpose; only policy violations fail the test.
  visitor().expectProblem(/^(?!violates)/)
  page = visitor().page
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

afterEach(async () => {
  expect(await visitor().settle()).toEqual([])
})

async function expectHeading(text: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: text }).waitFor()
}

const goTo = (path: string) => goToOn(page, path)

async function expectEverythingElse(): Promise<void> {
  await goTo('/plain')
  await expectHeading('Plain is here')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'To plain' }).waitFor()
}

describe('a remote that', () => {
  it('works is shown, and replaced by the next', async () => {
    await page.goto('/plain')
    await expectHeading('Plain is here')
    await goTo('/other')
    await expectHeading('Other is here')
    expect(await page.title()).toBe('other · Aangan')
    expect(await page.getByText('Plain is here').count()).toBe(0)
    await page.goBack()
    await expectHeading('Plain is here')
  })

  it.each([
    ['has a syntax error', 'syntax'],
    ['leaves no container', 'nothing'],
    ['throws while imported', 'importing'],
    ['exposes something else', 'wrong'],
    ['throws while mounted', 'mounting'],
    ['never finishes mounting', 'hanging'],
    ['breaks down later', 'fatal'],
  ])('%s does not affect the rest of the page', async (_what, name) => {
    await page.goto(`/${name}`)
    await expectHeading(FAILED)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await expectEverythingElse()
  })

  it('hangs while it is mounted is shown by a retry', async () => {
    await page.goto('/tired')
    await expectHeading(FAILED)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectHeading('Tired is here')
  })

  it('reports a non-fatal error stays', async () => {
    await page.goto('/survivor')
    await expectHeading('Survivor is here')
  })
})

describe('a remote made with our packages', () => {
  it('that throws while rendering affects nothing else, and recovers on retry', async () => {
    await page.goto('/fixture')
    await expectHeading('Fixture is here')
    await page.getByRole('button', { name: 'Break' }).click()
    await expectHeading(FAILED)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectHeading('Fixture is here')
    await page.getByRole('button', { name: 'Break' }).click()
    await expectHeading(FAILED)
    await expectEverythingElse()
  })

  it('shows an offer, which follows its props and is unmounted with it', async () => {
    await page.goto('/fixture')
    await page.getByText('Box: first').waitFor()
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByText('Box: second').waitFor()
    await goTo('/plain')
    await expectHeading('Plain is here')
    expect(await page.getByText('Box:').count()).toBe(0)
  })

  it('shares one store with its offers, which outlives both, and updates them only for changed props', async () => {
    await page.goto('/fixture')
    const visit = page.getByRole('button', { name: 'Visit' })
    await visit.click()
    await page.getByText('Visits: 1').waitFor()
    await visit.click()
    await page.getByText('Visits: 2').waitFor()
    expect(await page.getByText('Box: first').getAttribute('data-renders')).toBe('1')
    await goTo('/plain')
    await expectHeading('Plain is here')
    await goTo('/fixture')
    await page.getByText('Visits: 2').waitFor()
  })

  it('loads a screen lazily, and prefetches it', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/fixture')
    await expectHeading('Fixture is here')
    expect(asked.filter((path) => path.includes('/late.'))).toEqual([])
    const fetched = page.waitForResponse(/late\.[0-9a-f]+\.js/)
    await page.getByRole('link', { name: 'Late' }).hover()
    await fetched
    await page.getByRole('link', { name: 'Late' }).click()
    await expectHeading('Late is here')
    expect(asked.filter((path) => /late\..*\.js$/.test(path))).toHaveLength(1)
  })

  it.each(['js', 'css'])(
    'whose next screen hangs, by its .%s, is replaced by an error, and shows it on retry',
    async (kind) => {
      await page.route(`**/late.*.${kind}*`, (route) =>
        route.request().url().includes('retry=') ? route.continue() : new Promise(() => undefined),
      )
      await page.goto('/fixture')
      await expectHeading('Fixture is here')
      await goTo('/fixture/late')
      await expectHeading(FAILED)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expectHeading('Late is here')
    },
  )

  it('shows a screen only with its styles, also if the shell has begun to load them', async () => {
    let send = () => {}
    const sent = new Promise<void>((resolve) => {
      send = resolve
    })
    await page.route('**/late.*.css*', (route) => sent.then(() => route.continue()))
    await page.goto('/fixture')
    await expectHeading('Fixture is here')
    await goTo('/fixture/late')
    const late = page.getByRole('heading', { level: 1, name: 'Late is here' })
    // The bundle's loader has found the shell's element.
    const isAwaited = () => page.evaluate<boolean>(`Boolean(document.querySelector('link[href*="/late."]')?.onload)`)
    await expect.poll(async () => (await isAwaited()) || (await late.isVisible())).toBe(true)
    expect(await late.isVisible()).toBe(false)
    send()
    await late.waitFor()
  })

  it('leaves title, focus and scroll position to the shell', async () => {
    await page.goto('/fixture/late')
    await expectHeading('Late is here')
    await page.evaluate('scrollTo(0, 2000)')
    await goTo('/fixture')
    await expectHeading('Fixture is here')
    expect(await page.title()).toBe('Fixture · Aangan')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.goBack()
    await expectHeading('Late is here')
    await expect.poll(() => page.evaluate('scrollY')).toBe(2000)
    await page.reload()
    await expect.poll(() => page.evaluate('scrollY')).toBe(2000)
  })

  it('opens at the top when it replaces another page, but not when it rewrites its own address', async () => {
    await page.goto('/plain')
    await expectHeading('Plain is here')
    await goTo('/fixture/late')
    await expectHeading('Late is here')
    // Every page is as high: none is at the top just because it is short.
    await page.evaluate("document.body.style.minHeight = '9000px'")
    await page.evaluate('scrollTo(0, 2000)')
    await page.evaluate("history.replaceState({ ...history.state, key: 'a' }, '', '/fixture/late?tab=2')")
    expect(await page.evaluate('scrollY')).toBe(2000)
    await page.evaluate("history.replaceState({ ...history.state, key: 'b' }, '', '/fixture')")
    await expectHeading('Fixture is here')
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.evaluate('scrollTo(0, 1000)')
    await page.goBack()
    await expectHeading('Plain is here')
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    await page.goForward()
    await expectHeading('Fixture is here')
    await expect.poll(() => page.evaluate('scrollY')).toBe(1000)
  })
})

/** Network failures of a remote's files: a failed one is requested again by itself, one that hangs is not. */
const troubles: [string, number, (route: Route) => Promise<unknown>][] = [
  ['is missing', 2, (route) => route.fulfill({ status: 404, body: 'Not Found' })],
  ['cannot be reached', 2, (route) => route.abort()],
  ['never answers', 1, () => new Promise(() => undefined)],
  ['was tampered with', 2, (route) => route.fulfill({ contentType: 'text/javascript', body: 'self.tampered = true' })],
]

/** The first `times` downloads of a file fail; each has its own URL. HEAD asks whether its release was removed: it was not. */
async function failFirst(file: string, times: number, fail: (route: Route) => Promise<unknown>): Promise<void> {
  await page.route(`**/r/plain/**/${file}*`, (route) => {
    const { searchParams } = new URL(route.request().url())
    const isDownload = route.request().method() === 'GET'
    return isDownload && Number(searchParams.get('retry')) < times ? fail(route) : route.continue()
  })
}

describe.each(['entry.js', 'remote.js', 'remote.css'])('a remote whose %s', (file) => {
  it('is lost once is shown all the same', async () => {
    await failFirst(file, 1, (route) => route.abort())
    await page.goto('/plain')
    await expectHeading('Plain is here')
  })

  it.each(troubles)('%s is replaced by an error, and recovers on retry', async (_what, times, trouble) => {
    await failFirst(file, times, trouble)
    await page.goto('/plain', { waitUntil: 'commit' })
    await expectHeading(FAILED)
    expect(await page.evaluate('"tampered" in window')).toBe(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectHeading('Plain is here')
  })
})

it('a remote that loads after the deadline replaces the error, and is fetched once', async () => {
  // A paused clock stays with its page, and the other tests share theirs.
  const own = await site.visitor()
  own.expectProblem(/^(?!violates)/)
  page = own.page
  const asked: string[] = []
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/r/plain/**/remote.js*', async (route) => {
    asked.push(route.request().url())
    await arrival
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/plain', { waitUntil: 'commit' })
  await expectHeading(FAILED)
  // Half a deadline later, a second download would begin.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.getByRole('button', { name: 'Try again' }).click()
  arrive()
  await expectHeading('Plain is here')
  expect(await page.getByText(FAILED).count()).toBe(0)
  expect(asked.every((url) => !url.includes('?retry'))).toBe(true)
  expect(await own.close()).toEqual([])
})

it('unmounted remotes are freed from memory after many switches', async () => {
  await page.goto('/plain')
  await expectHeading('Plain is here')
  await page.evaluate('globalThis.left = []')
  for (let time = 0; time < 20; time += 1) {
    await page.evaluate('left.push(new WeakRef(document.querySelector("main h1").parentElement))')
    const [path, heading] = time % 2 ? ['/plain', 'Plain is here'] : ['/other', 'Other is here']
    await goTo(path)
    await expectHeading(heading)
  }
  const devtools = await page.context().newCDPSession(page)
  const countLeft = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    return await page.evaluate<number>('left.filter((ref) => ref.deref()).length')
  }
  // single-spa's timeouts hold each lifecycle for some seconds, even after it has finished.
  await expect.poll(countLeft).toBeLessThanOrEqual(1)
})

it('a failed remote is retried on the next visit', async () => {
  await page.route('**/r/plain/**', (route) => route.abort())
  await page.goto('/plain')
  await expectHeading('The site cannot be reached')
  await goTo('/other')
  await expectHeading('Other is here')
  await page.unroute('**/r/plain/**')
  await page.goBack()
  await expectHeading('Plain is here')
})

it('a remote shows another one’s offer, an error if that fails, and nothing if there is none', async () => {
  await page.goto('/asking')
  await page.getByText('Box: first').waitFor()
  await page.locator('section').getByText('This part of the page could not be loaded').waitFor()
  await page.locator('section').getByRole('button', { name: 'Try again' }).waitFor()
  expect(await page.locator('main p:empty').count()).toBe(1)
  await page.evaluate('offered.update({ text: "second" })')
  await page.getByText('Box: second').waitFor()
  await page.evaluate('offered.unmount()')
  await page.getByText('Box: second').waitFor({ state: 'detached' })
  await expectEverythingElse()
})

it('an unclaimed address is Not Found, with links to go on', async () => {
  const answer = await page.goto('/nowhere')
  expect(answer?.status()).toBe(404)
  await expectHeading('404 Not Found')
  await page.getByLabel('Or search homes by city').fill('Pune')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/list?city=Pune')
})

/** Mounts the newest release of the fixture beside what the page shows. */
const MOUNT_NEWEST = `(async () => {
  const text = await (await fetch('/fixture')).text()
  const boot = new DOMParser().parseFromString(text, 'text/html').getElementById('boot')
  const { entry, exposes, container: name } = JSON.parse(boot.textContent).remotes.fixture
  const add = (url) => new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: url, onload: resolve, onerror: reject })
    __aanganGuard(script, script.src, name)
    document.head.append(script)
  })
  await Promise.all([entry, ...exposes['./remote'].js].map(add))
  const container = globalThis[name]
  await container.init(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default)
  const { bootstrap, mount } = (await container.get('./remote'))()
  const domElement = document.body.appendChild(document.createElement('aside'))
  for (const step of [bootstrap, mount].flat()) await step({ ...kept, name: 'newest', domElement })
})()`

it('two releases of a remote work in one page, and share what has not changed', async () => {
  await page.goto('/keeping')
  await expectHeading('Keeping is here')
  await goTo('/fixture')
  await expectHeading('Fixture is here')
  await site.publishBuild(await buildFixture('Fixture is here', 'Fixture is new here'))
  await page.evaluate(MOUNT_NEWEST)
  const newest = page.locator('aside')
  await newest.getByText('Fixture is new here').waitFor()
  expect(await page.locator('main').getByText('Fixture is here').count()).toBe(1)
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/late.') && asked.push(request.url())))
  await goTo('/fixture/late')
  for (const part of [newest, page.locator('main')]) await part.getByText('Late is here').waitFor()
  expect([...new Set(asked.map((url) => new URL(url).pathname))]).toEqual([
    expect.stringMatching(/^\/r\/fixture\/late\.\w{8}\.css$/),
    expect.stringMatching(/^\/r\/fixture\/late\.\w{8}\.js$/),
  ])
})

// The last test: the registry does not come back.
it('without the registry pages are shown to somebody who was never here, with their titles', async () => {
  await site.stopRegistry()
  const own = await site.visitor()
  page = own.page
  expect((await page.goto('/plain'))?.headers()['cache-control']).toBe('no-store')
  await expectHeading('Plain is here')
  expect(await page.title()).toBe('plain · Aangan')
  await goTo('/other')
  await expectHeading('Other is here')
  await expectEverythingElse()
  expect(await own.close()).toEqual([])
})
