import { describe, expect, it } from 'vitest'
import { readCoordinates, readDegrees } from './coordinates.ts'

it.each([
  ['28.545561', 28.545561],
  [' \u202a28.5455\u202c', 28.5455],
  ['१८.५२०४', 18.5204],
  ['77,2543° E', 77.2543],
  ['28°32\'44"N', 28.545556],
  ['28° 32′ 44.5″ N', 28.545694],
  ['28°32’S', -28.533333],
  ["18°30.444'N", 18.5074],
  ['-73.85', -73.85],
  ['73.8w', -73.8],
])('%j is %d degrees', (text, degrees) => expect(readDegrees(text)).toBe(degrees))

it.each(['', 'east', '18.5 north', '18.5074, 73.8077', '1234', '18°'.repeat(2)])('%j is not degrees', (text) =>
  expect(readDegrees(text)).toBeNull(),
)

const PUNE = { latitude: 18.5074, longitude: 73.8077 }

describe('both coordinates', () => {
  it.each([
    '18.5074, 73.8077',
    '18.5074 73.8077',
    '18.5074,73.8077',
    '(18.5074; 73.8077)',
    '73.8077, 18.5074',
    'POINT(73.8077 18.5074)',
    '{"lat": 18.5074, "lng": 73.8077}',
    'Lat: 18.5074 Long: 73.8077',
    'Location: 18.5074, 73.8077',
    'geo:18.5074,73.8077?z=17',
    '18.5074° N, 73.8077° E',
    '73.8077°E 18.5074°N',
    'N 18.5074 E 73.8077',
    '18.5074 north, 73.8077 east',
    '18.5074 and 73.8077',
    'LatLng(18.5074, 73.8077)',
    'POINT Z (73.8077 18.5074)',
    'x: 73.8077, y: 18.5074',
    'N18.5074°, E73.8077°',
    '\u200e18.5074,\u00a073.8077\u200e',
    '१८.५०७४, ७३.८०७७',
    'https://www.google.com/maps/@18.5074,73.8077,17z',
    'https://www.google.com/maps/place/Kothrud/@18.6,73.7,17z/data=!3m1!4b1!8m2!3d18.5074!4d73.8077',
    'https://maps.google.com/?q=18.5074,73.8077',
    'https://www.google.com/maps/search/?api=1&query=18.5074%2C73.8077',
    'https://www.google.com/maps/search/18.5074,+73.8077?entry=tts',
    'https://www.google.com/maps/dir//18.5074,73.8077/@18.6,73.7,15z',
    'https://www.google.com/maps/dir/18.1,73.1/18.5074,73.8077/@18.6,73.7,15z',
    'https://www.openstreetmap.org/?mlat=18.5074&mlon=73.8077#map=15/18.6/73.7',
    'https://www.openstreetmap.org/#map=15/18.5074/73.8077',
  ])('are read from %s', (text) => expect(readCoordinates(text)).toEqual(PUNE))

  it.each([
    ['18°30\'26"N 73°48\'27"E', { latitude: 18.507222, longitude: 73.8075 }],
    ['18°30′26.6″N, 73°48′27.7″E', { latitude: 18.507389, longitude: 73.807694 }],
    ["18°30.444'N 73°48.462'E", PUNE],
    ['33.86 S, 151.2 E', { latitude: -33.86, longitude: 151.2 }],
  ])('are read from %s, too', (text, place) => expect(readCoordinates(text)).toEqual(place))

  it.each([
    '',
    '18.5074',
    '18.5, 73.8, 560',
    'https://maps.app.goo.gl/AbC123',
    '18.5074, east',
    '7JCM+Q2 Pune',
    '7JCMQ2GP+Q2',
    'Flat 12, Tower 5',
    '12 MG Road, Pune 411001',
    "18°30.444'N",
    "28°32'44",
    "28° 32' 44.5",
  ])('are not in %j', (text) => expect(readCoordinates(text)).toBeNull())
})
