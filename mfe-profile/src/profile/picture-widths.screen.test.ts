import { post } from '@aangan/contracts/testing/posts'
import { expectWidths, UPLOADED, VIEWPORTS } from '@aangan/product/testing/picture-widths'
import { click } from '@aangan/remote/testing/user-actions'
import { it } from 'vitest'
import { page } from 'vitest/browser'
import { signedIn } from '../testing/people.ts'
import { renderRemote } from '../testing/screens.ts'

const home = { ...post({ images: [UPLOADED], img: UPLOADED }), views: 1 }

it.each(VIEWPORTS)('own and saved homes load pictures as wide as they are shown, at $width px', async (viewport) => {
  const network = {
    '/users/profilePosts': { userPosts: [home, { ...home, id: '1'.repeat(24) }], savedPosts: [home] },
    '/users/searches': [],
    '/auth/sessions': [],
    '/chats/mails': { isOn: true },
  }
  await renderRemote('/profile', { network, session: signedIn(), viewport })
  if (viewport.width >= 1_024) return await expectWidths(3)
  await expectWidths(2)
  await click(page.getByRole('tab', { name: 'Saved Properties' }))
  await expectWidths(1)
})
