import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { run } from '../../src/testing/site-process.ts'
import type { WrittenSite } from '../site.ts'

const HEADER = 'type;property;asking price;city;locality;bhk;bath;size;lat;lng'

/** More than the map, the list or one API response holds. */
export const HOMES_AT_ONE_POINT = 655
const ONE_POINT = { latitude: 14.8136, longitude: 74.1297 }

/** Imports homes with known places and prices: one in Honnavar, two apart in Gokarna, and HOMES_AT_ONE_POINT in Karwar. */
export async function importKnownHomes(site: WrittenSite): Promise<void> {
  const file = join(site.dataDir(), 'known.csv')
  const atOnePoint = Array.from({ length: HOMES_AT_ONE_POINT }, (_, at) =>
    row(4_000_000 + at, 'Karwar', 'Kajubag', ONE_POINT.latitude, ONE_POINT.longitude),
  )
  const rows = [
    row(4_500_000, 'Honnavar', 'Kasarkod', 14.2798, 74.4439),
    row(5_000_000, 'Gokarna', 'Kudle', 14.53, 74.31),
    row(12_000_000, 'Gokarna', 'Bhadrakali', 14.55, 74.33),
    ...atOnePoint,
  ]
  await writeFile(file, [HEADER, ...rows].join('\n'))
  const { ended, output } = run('import', { DATA_DIR: site.dataDir() }, [file])
  expect(await ended, output.stderr).toBe(0)
}

function row(price: number, city: string, locality: string, latitude: number, longitude: number): string {
  return `buy;flat;${price};${city};${locality};2 BHK;2;900 sqft;${latitude};${longitude}`
}
