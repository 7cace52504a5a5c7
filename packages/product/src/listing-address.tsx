import type { Post } from '@aangan/contracts/posts'

/** The address, and the city unless the address contains it. */
export function ListingAddress({ post: { address, city } }: { post: Pick<Post, 'address' | 'city'> }) {
  const isNamed = address.toLowerCase().includes(city.toLowerCase())
  return (
    <>
      <span>{address}</span>
      {!isNamed && `, ${city}`}
    </>
  )
}
