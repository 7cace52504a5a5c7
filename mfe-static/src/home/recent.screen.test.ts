import { post } from '@aangan/contracts/testing/posts'
import { expectWidths, UPLOADED, VIEWPORTS } from '@aangan/product/testing/picture-widths'
import { it } from 'vitest'
import { renderRemote } from '../testing/screens.ts'

it.each(VIEWPORTS)('recent homes load pictures as wide as they are shown, at $width px', async (viewport) => {
  const posts = [post({ images: [UPLOADED], img: UPLOADED })]
  await renderRemote('/', { network: { '/posts': posts, '/posts/cities': [], '/posts/places': [] }, viewport })
  await expectWidths(1)
})
