import { FURNISHING_LABELS, PET_LABELS, UTILITIES_LABELS } from '@aangan/contracts/choice-labels'
import type { Format } from '@aangan/contracts/format'
import type { Post, PostDetail, PostWithDetail } from '@aangan/contracts/posts'
import Bath from 'lucide-react/icons/bath'
import BedDouble from 'lucide-react/icons/bed-double'
import Bus from 'lucide-react/icons/bus'
import PawPrint from 'lucide-react/icons/paw-print'
import Ruler from 'lucide-react/icons/ruler'
import School from 'lucide-react/icons/school'
import Sofa from 'lucide-react/icons/sofa'
import Utensils from 'lucide-react/icons/utensils'
import Wallet from 'lucide-react/icons/wallet'
import Zap from 'lucide-react/icons/zap'

export interface Row {
  Icon: typeof Bath
  label: string
  text: string
}

/** Every fact that the owner may leave out, and the rooms. */
type RowName = Exclude<OptionalOf<Post> | OptionalOf<PostDetail>, 'img'> | 'bedroom' | 'bathroom'
type OptionalOf<T> = { [K in keyof T]: null extends T[K] ? K : never }[keyof T]

export const ROW_GROUPS = ['General', 'Sizes', 'Nearby Places'] as const
type RowGroup = (typeof ROW_GROUPS)[number]

interface RowKind extends Omit<Row, 'text'> {
  group: RowGroup
  /** Null or empty if the row is left out. */
  textOf: (post: PostWithDetail, format: Format) => string | null
}

/** In the order of display within each group. */
const ROWS: Record<RowName, RowKind> = {
  utilities: {
    group: 'General',
    Icon: Zap,
    label: 'Utilities',
    textOf: (post) => ofRental(post, ({ utilities }) => utilities && UTILITIES_LABELS[utilities]),
  },
  pet: {
    group: 'General',
    Icon: PawPrint,
    label: 'Pet Policy',
    textOf: (post) => ofRental(post, ({ pet }) => pet && PET_LABELS[pet]),
  },
  income: {
    group: 'General',
    Icon: Wallet,
    label: 'Income Policy',
    textOf: (post) => ofRental(post, ({ income }) => income),
  },
  furnishing: {
    group: 'General',
    Icon: Sofa,
    label: 'Furnishing',
    textOf: ({ furnishing }) => furnishing && FURNISHING_LABELS[furnishing],
  },
  size: {
    group: 'Sizes',
    Icon: Ruler,
    label: 'Size',
    textOf: ({ postDetail: { size } }, format) => (size === null ? null : format.size(size)),
  },
  bedroom: { group: 'Sizes', Icon: BedDouble, label: 'Bedrooms', textOf: (post) => rooms(post, post.bedroom, 'bed') },
  bathroom: {
    group: 'Sizes',
    Icon: Bath,
    label: 'Bathrooms',
    textOf: (post) => rooms(post, post.bathroom, 'bathroom'),
  },
  school: {
    group: 'Nearby Places',
    Icon: School,
    label: 'School',
    textOf: ({ postDetail }, format) => away(postDetail.school, format),
  },
  bus: {
    group: 'Nearby Places',
    Icon: Bus,
    label: 'Bus Stop',
    textOf: ({ postDetail }, format) => away(postDetail.bus, format),
  },
  restaurant: {
    group: 'Nearby Places',
    Icon: Utensils,
    label: 'Restaurant',
    textOf: ({ postDetail }, format) => away(postDetail.restaurant, format),
  },
}

export function rowsOf(group: RowGroup, post: PostWithDetail, format: Format): Row[] {
  return Object.values(ROWS).flatMap(({ textOf, ...kind }) => {
    const text = kind.group === group ? textOf(post, format) : null
    return text ? [{ Icon: kind.Icon, label: kind.label, text }] : []
  })
}

/** Rounded to whole currency units; null if the size is unknown. */
export function pricePerSqft(price: number, size: number | null): number | null {
  return size === null || size === 0 ? null : Math.round(price / size)
}

/** What concerns a tenant is left out of a sale, whatever is stored. */
function ofRental({ type, postDetail }: PostWithDetail, textOf: (detail: PostDetail) => string | null): string | null {
  return type === 'rent' ? textOf(postDetail) : null
}

/** A plot has none, whatever is stored of the house that it was. */
function rooms({ property }: Post, count: number, noun: string): string | null {
  return count === 0 || property === 'land' ? null : `${count} ${noun}${count === 1 ? '' : 's'}`
}

function away(metres: number | null, format: Format): string | null {
  return metres === null ? null : `${format.distance(metres)} away`
}
