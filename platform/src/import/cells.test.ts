import { describe, expect, it } from 'vitest'
import { centreOf } from './centres.ts'
import { placeIn, readCity } from './city.ts'
import { layoutOf } from './columns.ts'
import type { Field } from './headings.ts'
import { propertyIn, readFurnishing, readProperty, readType, typeIn } from './kinds.ts'
import { readPlace, readPoint } from './place.ts'
import { readRooms, roomsIn } from './rooms.ts'
import { readSize, sizeUnitOfHeading } from './size.ts'
import { priceUnitOf, sizeUnitOf } from './units.ts'

const because = (words: string) => ({ reason: expect.stringContaining(words) })

describe('rooms', () => {
  it.each([
    ['2', 2],
    ['2 BHK', 2],
    ['2BHK', 2],
    ['3 beds', 3],
    ['3 Bedrooms', 3],
    ['2.5 BHK', 2],
    ['4+', 4],
    ['4 + - \t BHK', 4],
    ['four', 4],
    ['1 RK', 1],
    ['Studio', 1],
    ['2.0', 2],
    ['२ BHK', 2],
    ['3\u00a0BHK\u200b', 3],
    ['BHK2', 2],
    ['BHK_3', 3],
    ['RK1', 1],
    ['BHK4PLUS', 4],
    ['4 plus', 4],
    ['more than 3', 3],
    ['3 BHK + Study', 3],
    ['3 BHK + 3T', 3],
    ['2 B H K', 2],
    ['2 b.h.k.', 2],
    ['2 BHK Apartment', 2],
    ['1 RK/Studio Apartment', 1],
    ['3 Bedrooms, 2 Baths', 3],
    ['3+1 BHK', 3],
    ['2 + 1', 2],
    ['BHK-2', 2],
    ['BHK: 2', 2],
    ['Bedrooms: 3', 3],
    ['2 Nos.', 2],
    ['2½ BHK', 2],
    ['२ बीएचके', 2],
    ['2BHK+2T', 2],
  ])('reads %s', (text, count) => expect(readRooms(text, 'bedroom', 'apartment')).toEqual({ value: count }))

  it.each([
    ['', 'bedroom count is empty'],
    ['0', 'below 1'],
    ['-2', 'not a number'],
    ['many', 'not a number'],
    ['2, 3 BHK', 'not a number'],
    ['2-3 BHK', 'not a number'],
    ['2+2', 'not a number'],
    ['2 and 3 BHK', 'not a number'],
    ['2 crore', 'not a number'],
    ['500', 'too high'],
  ])('refuses %s', (text, reason) => expect(readRooms(text, 'bedroom', 'house')).toEqual(because(reason)))

  it.each([
    ['3 Bedrooms, 2 Baths', 2],
    ['3 BHK+2T', 2],
    ['3BHK(2T)', 2],
    ['2 WC', 2],
    ['2 nos', 2],
  ])('of bathrooms are the ones of their kind: %s', (text, count) =>
    expect(readRooms(text, 'bathroom', 'house')).toEqual({ value: count }),
  )
  it('of two kinds of bathrooms are not guessed', () =>
    expect(readRooms('2+1', 'bathroom', 'house')).toEqual(because('not a number')))

  it.each([
    ['2 BHK flat for sale in Baner', 2, null],
    ['4 Bedroom House, 3 toilets', 4, 3],
    ['Studio in Powai', 1, null],
    ['2, 3 BHK flats', null, null],
    ['House of 1200 sq ft in Sector 12', null, null],
    ['12 b-wing', null, null],
    ['2BHK+2T flat', 2, 2],
    ['3+1 BHK flat, 2 baths', 3, 2],
    ['2 BHK at 5 T Nagar', 2, null],
  ])('are found in %s', (text, bedrooms, bathrooms) => {
    expect([roomsIn(text, 'bedroom'), roomsIn(text, 'bathroom')]).toEqual([bedrooms, bathrooms])
  })

  it('may be missing for land', () => expect(readRooms('', 'bathroom', 'land')).toEqual({ value: 0 }))
})

describe('a size', () => {
  it.each([
    ['1200', 1200],
    ['1,200 sq ft', 1200],
    ['1200 sqft', 1200],
    ['1200 Sq. Ft.', 1200],
    ['1200 sq\nft', 1200],
    ['110 sqm', 1184],
    ['110 m²', 1184],
    ['150 sq. yards', 1350],
    ['2 acres', 87_120],
    ['5 cents', 2178],
    ['1,081 sq.ft. (100.43 sq.m.)', 1081],
    ['1450 sqft (Super Built-up)', 1450],
    ['1450 Sq. Ft. carpet area', 1450],
    ['Super built-up area 1450 sqft', 1450],
    ['1 200 sqft', 1200],
    ['१२०० sqft', 1200],
    ['1,200\u00a0sq\u200bft', 1200],
    ['10 marla', 2723],
    ['1 kanal', 5445],
    ['1 Marla', 272],
    ['5 Marlas', 1361],
    ['7.5 marla', 2042],
    ['2 kanals', 10_890],
    ['0.5 Kanal', 2723],
    ['10marla', 2723],
    ['१० marla', 2723],
  ])('reads %s in square feet', (text, size) => expect(readSize(text)).toEqual({ value: size }))

  it('may be missing', () => expect(readSize(' ')).toEqual({ value: null }))
  it.each(['1200-1500 sq ft', '1200–1500 sq ft', '2 bigha', 'large', '3', '1,20 sqft', '12 00 sqft'])(
    'refuses %s',
    (text) => {
      expect(readSize(text)).toEqual(because('the size'))
    },
  )
  it('is left out under a unit that has no fixed size', () => {
    const unit = sizeUnitOf('Area (Bigha)')
    expect(readSize('24', unit)).toEqual(because('differs from district to district'))
    expect(readSize('1200 sqft', unit)).toEqual({ value: 1200 })
  })
  it('uses the unit of its heading', () => {
    expect(readSize('100', sizeUnitOfHeading('Area (sq m)'))).toEqual({ value: 1076 })
    expect(readSize('100', sizeUnitOfHeading('size'))).toEqual({ value: 100 })
  })
})

describe('a place', () => {
  it('is read in decimal degrees', () => {
    expect(readPlace('28.545561', '77.254349')).toEqual({ value: { latitude: 28.545561, longitude: 77.254349 } })
  })
  it('may have invisible characters and digits of any script', () => {
    const place = { latitude: 28.545561, longitude: 77.254349 }
    expect(readPlace('\u202a28.545561\u202c', '७७.२५४३४९\u200b')).toEqual({ value: place })
  })
  it('is corrected if latitude and longitude are swapped', () => {
    expect(readPlace('77.254349', '28.545561')).toEqual({ value: { latitude: 28.545561, longitude: 77.254349 } })
  })
  it('accepts degree signs, compass letters and a decimal comma', () => {
    expect(readPlace('28°32\'44"N', '77,2543° E')).toEqual({ value: { latitude: 28.545556, longitude: 77.2543 } })
  })
  it.each([
    ['', '', 'missing'],
    ['28.5', '', 'missing'],
    ['0', '0', 'means unknown'],
    ['51.5', '-0.12', 'not in India'],
    ['28.5', '777.2', 'not in India'],
    ['north', '77.2', 'not degrees'],
    ['28.5', '28.5', 'not in India'],
  ])('refuses %s, %s', (latitude, longitude, reason) => {
    expect(readPlace(latitude, longitude)).toEqual(because(reason))
  })
})

describe('coordinates in one cell', () => {
  it.each([
    '28.5, 77.2',
    '77.2, 28.5',
    '(28.5, 77.2)',
    '28.5 77.2',
    '28.5;77.2',
    'POINT(77.2 28.5)',
    '{"lat": 28.5, "lng": 77.2}',
    '28°30′0″N, 77°12′0″E',
  ])('are read: %s', (text) => expect(readPoint(text)).toEqual({ value: { latitude: 28.5, longitude: 77.2 } }))
  it.each(['28.5', '28.5, 77.2, 12', 'near the park', '0, 0', '51.5, -0.12'])('are refused: %s', (text) => {
    expect(readPoint(text)).toEqual(because('the coordinates'))
  })
})

describe('a city', () => {
  it.each([
    ['Bangalore(All)', 'Bengaluru'],
    ['Bangalore (All)', 'Bengaluru'],
    ['Bangalore East', 'Bengaluru'],
    ['South Delhi', 'Delhi'],
    ['Delhi South West', 'Delhi'],
    ['Greater Noida West', 'Greater Noida'],
    ['Greater Mumbai', 'Mumbai'],
    ['Mumbai All', 'Mumbai'],
    ['Mumbai Suburban', 'Mumbai'],
    ['Mumbai Western Suburbs', 'Mumbai'],
    ['Ahmedabad-West', 'Ahmedabad'],
    ['Bangalore, Karnataka', 'Bengaluru'],
    ['Bangalore Karnataka', 'Bengaluru'],
    ['Bangalore - 560034', 'Bengaluru'],
    ['Bangalore 560034', 'Bengaluru'],
    ['Bengaluru, India', 'Bengaluru'],
    ['Bangalore/Bengaluru', 'Bengaluru'],
    ['Gurgaon / Gurugram', 'Gurugram'],
    ['Pune, Pune', 'Pune'],
    ['Baner, Pune', 'Pune'],
    ['Chhota Udaipur', 'Chhota Udaipur'],
    ['Mumbai/Pune', 'Mumbai/Pune'],
    ['Navi Mumbai', 'Navi Mumbai'],
    ['New Delhi', 'New Delhi'],
    ['Bangalore', 'Bangalore'],
    ['Westhill', 'Westhill'],
    ['North Lakhimpur', 'North Lakhimpur'],
  ])('%s is %s', (text, city) => expect(readCity(text)).toEqual({ value: city }))
  it.each(['', '560034', '(All)', 'Other', 'Undisclosed', 'All India'])('is not %s', (text) =>
    expect(readCity(text)).toEqual(because('the city')),
  )

  it.each([
    ['Alandi Road, Pune', 'Pune', 'Alandi Road'],
    ['12 Lake Road, Baner, Pune, Maharashtra 411045, India', 'Pune', '12 Lake Road, Baner'],
    ['Ksfc Layout,Bangalore', 'Bengaluru', 'Ksfc Layout'],
    ['thane', 'Thane', ''],
    ['Koramangala Bangalore', 'Bengaluru', 'Koramangala'],
    ['Baner Pune Maharashtra', 'Pune', 'Baner'],
    ['Plot 7, MG Road Navi Mumbai', 'Navi Mumbai', 'Plot 7, MG Road'],
    ['Whitefield - Bangalore', 'Bengaluru', 'Whitefield'],
    ['Kharadi | Pune', 'Pune', 'Kharadi'],
    ['12 - B, Lake Road, Pune', 'Pune', '12 - B, Lake Road'],
    ['Baner, Pune, MH', 'Pune', 'Baner'],
    ['Salt Lake, Kolkata, WB 700064', 'Kolkata', 'Salt Lake'],
    ['Lalpur, Ranchi, Jharkhand (India)', 'Ranchi', 'Lalpur'],
    ['Sector 45, Gurgaon, Delhi NCR', 'Gurugram', 'Sector 45'],
    ['Dwarka, Delhi NCR', 'Delhi', 'Dwarka'],
    ['Sector 9, Gandhi Nagar, Delhi', 'Delhi', 'Sector 9, Gandhi Nagar'],
  ])('ends %s', (text, city, locality) => expect(placeIn(text)).toEqual({ city, locality }))
  it.each([
    'Alandi Road',
    'Sector 5, Block B',
    '',
    '4th Cross, Gandhi Nagar',
    'Kharadi, Chandan Nagar',
    'Agra Road',
    `${'Lane '.repeat(100)}, Pune`,
  ])('does not end %s', (text) => expect(placeIn(text)).toBeNull())
})

describe('the centre of a city', () => {
  it.each(['Panvel', 'Mira Road', 'Lonavala', 'Bhiwadi', 'Kharar', 'Vapi', 'Margao', 'Secunderabad', 'Hosur'])(
    'is known for %s',
    (city) => expect(centreOf('', city)).not.toBeNull(),
  )
})

describe('a kind', () => {
  it.each([
    ['buy', 'buy'],
    ['For Sale', 'buy'],
    ['to-let', 'rent'],
    ['RENTAL', 'rent'],
    ['New_Property', 'buy'],
    ['Resale', 'buy'],
    ['New rental', 'rent'],
    ['On Lease', 'rent'],
    ['Leave & Licence', 'rent'],
    ['Sublet', 'rent'],
    ['Outright', 'buy'],
    ['Pre-leased', 'buy'],
    ['Pre-rented for sale', 'buy'],
    ['Leasehold', 'buy'],
    ['Lease Hold', 'buy'],
  ])('reads the type %s', (text, type) => expect(readType(text)).toEqual({ value: type }))
  it.each([
    ['Flat', 'apartment'],
    ['Builder Floor', 'condo'],
    ['Independent House', 'house'],
    ['villas', 'house'],
    ['Residential Plot', 'land'],
    ['Independent House/Villa', 'house'],
    ['Residential Row Villa', 'house'],
    ['Residential Bungalow', 'house'],
    ['Row House', 'house'],
    ['RowHouse', 'house'],
    ['Farm House', 'house'],
    ['Independent/Builder Floor', 'condo'],
    ['Builder_Floor', 'condo'],
    ['Builder Floor Apartment', 'condo'],
    ['Flat/Apartment', 'apartment'],
    ['Serviced Apartments', 'apartment'],
    ['1 RK/Studio Apartment', 'apartment'],
    ['Penthouse', 'apartment'],
    ['Duplex Apartment', 'apartment'],
    ['2 BHK Apartment', 'apartment'],
    ['Plot/Land', 'land'],
    ['Villa Plot', 'land'],
    ['Farm Land', 'land'],
    ['Bungalow Plot', 'land'],
    ['Row House Plots', 'land'],
    ['Kothi Floor', 'condo'],
    ['Villa Floor', 'condo'],
    ['Low Rise Floor', 'condo'],
    ['Apt.', 'apartment'],
    ['Appartment', 'apartment'],
    ['Triplex Apartment', 'apartment'],
    ['Triplex', 'house'],
    ['Bunglow', 'house'],
    ['Banglow', 'house'],
    ['Haveli', 'house'],
  ])('reads the property %s', (text, property) => expect(readProperty(text)).toEqual({ value: property }))
  it.each(['Office Space', 'Shop', 'Commercial Land', 'Warehouse', 'Guest House', 'Lighthouse'])(
    'of %s is no home',
    (text) => expect(readProperty(text)).toEqual(because('is unknown')),
  )
  it.each([
    ['2 BHK flat for sale in Baner', 'buy', 'apartment'],
    ['Villa on rent near New Link Road', 'rent', 'house'],
    ['New house', null, 'house'],
    ['For rent or for sale', null, null],
    ['Flat for Rent/Sale', null, 'apartment'],
    ['Flat for sale or rent', null, 'apartment'],
  ])('is found in %s', (text, type, property) => {
    expect([typeIn(text), propertyIn(text)]).toEqual([type, property])
  })
  it('that is two is refused', () => {
    expect(readType('Sale or rent')).toEqual(because('is both'))
    expect(readFurnishing('Furnished/Unfurnished')).toEqual(because('is both'))
    expect(readFurnishing('Semi-Furnished or Furnished')).toEqual(because('is both'))
  })
  it.each([
    ['SEMI_FURNISHED', 'semi-furnished'],
    ['Semifurnished', 'semi-furnished'],
    ['Partially Furnished', 'semi-furnished'],
    ['Fully-Furnished', 'furnished'],
    ['NOT_FURNISHED', 'unfurnished'],
    ['Un-furnished', 'unfurnished'],
    ['No', 'unfurnished'],
    ['N', 'unfurnished'],
    ['UF', 'unfurnished'],
    ['Raw', 'unfurnished'],
    ['SF', 'semi-furnished'],
    ['Half furnished', 'semi-furnished'],
    ['Semi-furnished, no AC', 'semi-furnished'],
    ['FF', 'furnished'],
    ['true', 'furnished'],
  ])('reads the furnishing %s', (text, furnishing) => expect(readFurnishing(text)).toEqual({ value: furnishing }))
  it('that is unknown is refused with the allowed values', () => {
    expect(readProperty('castle')).toEqual(because('"castle" is unknown; it is one of apartment, house, condo or land'))
    expect(readType('')).toEqual(because('the type is empty'))
  })
  it('may be empty for the furnishing', () => {
    expect(readFurnishing('')).toEqual({ value: null })
    expect(readFurnishing('Semi-Furnished')).toEqual({ value: 'semi-furnished' })
  })
})

describe('a heading', () => {
  const required = ['type', 'property', 'price', 'city', 'bedroom', 'bathroom']
  const fieldOf = (heading: string): string | undefined => {
    const { at } = layoutOf(['a', 'b', 'c', 'd', 'e', 'f', heading], {
      mapping: Object.fromEntries(required.map((field, index) => ['abcdef'.charAt(index), field])),
    })
    return Object.entries(at).find(([, index]) => index === required.length)?.[0]
  }

  it.each<[string, Field]>([
    ['Area (sq\nft)', 'size'],
    ['Area (super built-up', 'size'],
    ['Area_SqFt', 'size'],
    ['AreaSqFt', 'size'],
    ['Size_in_SqFt', 'size'],
    ['SQUARE_FT', 'size'],
    ['total_sqft', 'size'],
    ['Plot Area (Sq. Yards)', 'size'],
    ['CARPET_AREA_SQFT', 'size'],
    ['Super Built-up Area', 'size'],
    ['LAT', 'latitude'],
    ['lat_long', 'coordinates'],
    ['LatLng', 'coordinates'],
    ['Latitude & Longitude', 'coordinates'],
    ['furnishingStatus', 'furnishing'],
    ['Area Locality', 'locality'],
    ['Sub_Locality', 'locality'],
    ['Property\u200bName', 'title'],
    ['\ufeffLAT', 'latitude'],
    ['Area\u00a0(Sq\u200b Ft)', 'size'],
    ['\u202aCarpet\u3000Area\u202c', 'size'],
    ['Lo\u00adcality\u3164', 'locality'],
    ['ＬＡＴ', 'latitude'],
    ['Desc\ufe0fription', 'desc'],
    ['PROPERTY_DESCRIPTION', 'desc'],
    ['PROP_HEADING', 'title'],
    ['Carpet (sq ft)', 'size'],
    ['SUPERBUILTUP_SQFT', 'size'],
    ['RERA Carpet Area', 'size'],
    ['Saleable Area', 'size'],
    ['SBUA', 'size'],
    ['Area (Gunta)', 'size'],
    ['Area m2', 'size'],
    ['map_lat', 'latitude'],
    ['ltcoordGeo', 'coordinates'],
    ['Google Map Link', 'coordinates'],
    ['Is Furnished', 'furnishing'],
    ['Colony', 'locality'],
  ])('%s is %s', (heading, field) => expect(fieldOf(heading)).toBe(field))

  it.each([
    'Per_Sqft',
    'PRICE_SQFT',
    'Remarks',
    'Rate_SqFt',
    'Price per sqft',
    'Price/sqft',
    'PSF',
    'Area Type',
    'Floor No',
    'Deposit (Rs)',
  ])('%s is none', (heading) => expect(fieldOf(heading)).toBeUndefined())

  it.each([
    [
      'type',
      ['Transaction', 'LISTING_TYPE', 'listingType', 'For', 'Sale or Rent', 'Rent/Sale', 'Posted For', 'transactType'],
    ],
    ['property', ['PropertyType', 'Type of Property', 'building_type', 'PROP_TYPE', 'propTypeD']],
    [
      'price',
      [
        'PriceInLakhs',
        'TARGET(PRICE_IN_LACS)',
        'Price (INR)',
        'PRICE_CR',
        'Asking Price',
        'Amount(in rupees)',
        'exactPrice',
        'Rental',
      ],
    ],
    ['city', ['CityName', 'CITY', 'City/Town']],
    [
      'bedroom',
      ['BHK_NO.', 'No. of Bedrooms', 'bedRoom', 'numBedrooms', 'BHK', 'BHKs', 'BHK/RK', 'bedroomD', 'Typology'],
    ],
    ['bathroom', ['bathroom_num', 'noOfBathrooms', 'Total Bathrooms', 'Baths', 'Bath/Toilets']],
  ])('%s may be headed %j', (field, headings) => {
    for (const heading of headings) {
      const { at } = layoutOf(required.map((name) => (name === field ? heading : name)))
      expect(at).toHaveProperty(field, required.indexOf(field))
    }
  })

  it.each(['Rent', 'monthlyRent', 'Expected Rent (INR)'])('%s says that the homes are to rent', (heading) => {
    const headings = required.map((name) => (name === 'price' ? heading : name)).slice(1)
    expect(layoutOf(headings).set).toEqual({ type: 'rent' })
    expect(layoutOf(headings, { set: { type: 'buy' } }).set).toEqual({ type: 'buy' })
    expect(layoutOf(['type', ...headings]).set).toEqual({})
    expect(() => layoutOf(headings.map((name) => name.replace(heading, 'Current Price')))).toThrow('no column for type')
  })

  it('may state the unit of its numbers', () => {
    expect(
      ['PriceInLakhs', 'TARGET(PRICE_IN_LACS)', 'PRICE_CR', 'Price (L)', 'Rent (k)', 'Price (₹)'].map(priceUnitOf),
    ).toEqual([1e5, 1e5, 1e7, 1e5, 1e3, 1])
    expect(
      ['AreaSqM', 'AREA_SQ_YD_CARPET', 'Plot Area (acres)', 'Area m²', 'Area (Gunta)', 'Area (Bigha)', 'Area_SqFt'].map(
        sizeUnitOf,
      ),
    ).toEqual([10.7639, 9, 43_560, 10.7639, 1_089, Number.NaN, 1])
  })

  it('that is vague means what its cells do', () => {
    const sample = [['Resale', 'Builder_Floor', '50 Lac', 'Pune', '2 BHK', '2', '1200']]
    const { at } = layoutOf(['Transaction', 'Type', 'Price', 'City', 'Size', 'Bath', 'Area'], { sample })
    expect(at).toEqual({ type: 0, property: 1, price: 2, city: 3, bedroom: 4, bathroom: 5, size: 6 })
  })

  it('above an empty column gives way to the next of its kind', () => {
    const sample = [['buy', 'flat', '50 Lac', 'Pune', '2', '2', '', '1200 sq ft']]
    const { at, unused } = layoutOf([...required, 'Carpet Area', 'Super Area'], { sample })
    expect([at.size, unused]).toEqual([7, ['Carpet Area']])
  })
})
