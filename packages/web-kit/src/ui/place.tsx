import type { Post } from '@aangan/contracts/posts'

/** Where a home is: its address, and its city where the address does not name it. */
export function Place({ post: { address, city } }: { post: Pick<Post, 'address' | 'city'> }) {
  const isNamed = address.toLowerCase().includes(city.toLowerCase())
  return (
    <>
      <span>{address}</span>
      {!isNamed && `, ${city}`}
    </>
  )
}
