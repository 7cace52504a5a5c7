import { postWithDetail } from '@aangan/contracts/testing/posts'
import { personalKey, personalStorage } from '@aangan/remote/personal-storage'
import { listAnswer, refusal } from '@aangan/remote/testing/network'
import { click, shown, until } from '@aangan/remote/testing/user-actions'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { listNetwork } from '../list/testing/list.ts'
import { renderRemote } from '../testing/screens.ts'
import { rememberSeen } from './seen.ts'

const post = postWithDetail({ property: 'house' })
const network = listNetwork({
  [`/posts/${post.id}`]: refusal(410, 'GONE', 'This post was taken down'),
  '/posts': listAnswer([]),
})
const heading = page.getByRole('heading', { name: 'This home was taken down', level: 1 })

it('links to a similar search if the removed home was seen before, and forgets the home', async () => {
  rememberSeen(personalStorage(undefined), post)
  await renderRemote(`/${post.id}`, { network })
  await shown(heading)
  await shown(page.getByText(`${post.title} is no longer listed.`))
  expect(document.title).toContain('This home was taken down')
  expect(localStorage.getItem(personalKey('recently-viewed'))).toBe(null)
  await click(page.getByRole('link', { name: 'Search similar homes in Pune' }))
  await until(() => location.pathname + location.search).toBe('/list?type=buy&city=Pune&property=house')
})

it('links to all homes if the removed home was never seen', async () => {
  await renderRemote(`/${post.id}`, { network })
  await shown(heading)
  await click(page.getByRole('link', { name: 'Search homes' }))
  await until(() => location.pathname + location.search).toBe('/list')
})
