import { post } from '@aangan/contracts/testing/posts'
import { shown } from '@aangan/remote/testing/user-actions'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderRemote } from '../testing/screens.ts'

it('shows the homes that were listed last', async () => {
  const { network } = await renderRemote('/__name__', { network: { '/posts': [post({ title: 'A flat in Pune' })] } })
  await shown(page.getByText('A flat in Pune'))
  expect(network.asked).toEqual(['/posts?limit=6'])
})
