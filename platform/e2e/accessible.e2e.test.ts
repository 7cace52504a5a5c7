import axe from 'axe-core'
import { expect, it } from 'vitest'
import { useSite } from './site.ts'

const PAGES = ['/', '/list?city=Pune', '/about', '/contact', '/agents', '/login', '/register', '/chat', '/{id}']
const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
]

interface Finding {
  id: string
  help: string
  nodes: { html: string }[]
}

const site = useSite()

it.each(PAGES.flatMap((path) => SIZES.map((size) => ({ path, size }))))(
  '$path can be used by everyone at $size.width',
  async ({ path, size }) => {
    const [post] = Object(await (await fetch(`${site.url()}/posts?limit=1`)).json())
    const { page } = await site.visit(path.replace('{id}', post.id), { viewport: size, reducedMotion: 'reduce' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    // Evaluated, not added as a script: the site's policy lets no page run foreign ones.
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate<{ violations: Finding[] }>(
      'axe.run(document, { resultTypes: ["violations"] })',
    )
    expect(
      violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`),
    ).toEqual([])
  },
)
