import { BOOT_ELEMENT } from '@aangan/contracts/page'
import type { Session } from '@aangan/contracts/users'
import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expect, it, onTestFinished } from 'vitest'
import { RemoteProvider, useSession } from './context.tsx'
import { openTestContext } from './testing/context.ts'

/** Hydrates what was served to `visitor`; `now` is what the shell knows by then. Returns the statuses, as rendered. */
async function hydrateAs(now: Session): Promise<string[]> {
  const rendered: string[] = []
  const Status = () => {
    const { status } = useSession()
    rendered.push(status)
    return createElement('p', null, status)
  }
  document.body.innerHTML = `<script type="application/json" id="${BOOT_ELEMENT}">{"session":{"status":"visitor"}}</script><div><p>visitor</p></div>`
  const element = document.querySelector('div') as HTMLElement
  const { context } = openTestContext(now)
  const tree = createElement(RemoteProvider, { value: context }, createElement(Status))
  const root = hydrateRoot(element, tree)
  onTestFinished(() => {
    root.unmount()
    document.body.replaceChildren()
  })
  await expect.poll(() => [rendered.length > 0, element.textContent]).toEqual([true, now.status])
  return rendered
}

it('a page whose session is as it was served is rendered once', async () => {
  expect(await hydrateAs({ status: 'visitor' })).toEqual(['visitor'])
})

it('a page whose session has changed is hydrated as it was served, and then rendered again', async () => {
  expect(await hydrateAs({ status: 'unknown' })).toEqual(['visitor', 'unknown'])
})
