import type { PostDetail } from '@aangan/contracts/posts'

export const UTILITIES_TEXT: Record<NonNullable<PostDetail['utilities']>, string> = {
  owner: 'Owner is responsible',
  tenant: 'Tenant is responsible',
  shared: 'Owner and tenant share',
}

export const PET_TEXT: Record<NonNullable<PostDetail['pet']>, string> = {
  allowed: 'Pets Allowed',
  'not-allowed': 'Pets not Allowed',
}
