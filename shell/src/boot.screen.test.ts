import { BOOT_ELEMENT } from '@aangan/contracts/page'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readBoot } from './boot.ts'

function servePage(session: object, type: NavigationTimingType): void {
  const element = document.createElement('script')
  element.id = BOOT_ELEMENT
  element.type = 'application/json'
  element.textContent = JSON.stringify({ session })
  document.body.append(element)
  const entries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
  onTestFinished(() => {
    element.remove()
    entries.mockRestore()
  })
}

it.each(['navigate', 'reload'] as const)('trusts the session of a page that was just served: %s', (type) => {
  servePage({ status: 'visitor' }, type)
  expect(readBoot().session).toEqual({ status: 'visitor' })
})

it('does not trust the session of a page that the Back button restored', () => {
  servePage({ status: 'visitor' }, 'back_forward')
  expect(readBoot().session).toEqual({ status: 'unknown' })
})
