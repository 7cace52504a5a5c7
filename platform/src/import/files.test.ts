import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { checkFile } from './check.ts'
import type { Mapping, Values } from './layout.ts'
import { inspect } from './source-file.ts'

interface Case {
  set?: Values
  mapping?: Mapping
  columns: Record<string, string>
  unused: string[]
  /** What is understood of each row. */
  rows: string[]
  leftOut?: string[]
}

/** Files in the shape of those that people have, in testing/files. */
const CASES: Record<string, Case> = {
  makemyhome: {
    set: { city: 'Delhi' },
    columns: {
      ...{ Transaction: 'type', Type: 'property', Price: 'price', Locality: 'locality', BHK: 'bedroom' },
      ...{ Bathroom: 'bathroom', Area: 'size', Furnishing: 'furnishing' },
    },
    unused: ['Parking', 'Status', 'Per_Sqft'],
    rows: [
      'Semi-furnished 3 BHK condo in Rohini Sector 25, Delhi · condo to buy · ₹65 Lac · 3 bed · 2 bath · 800 sq ft · semi-furnished · Rohini Sector 25, Delhi · Delhi · 28.652, 77.231 (approximate)',
      '2 BHK apartment in J R Designers Floors Saket, Delhi · apartment to buy · ₹50 Lac · 2 bed · 2 bath · 750 sq ft · J R Designers Floors Saket, Delhi · Delhi · 28.652, 77.231 (approximate)',
      'refused: the bathroom count is empty',
    ],
  },
  lacs: {
    set: { type: 'buy', property: 'apartment', bathroom: '1' },
    columns: {
      ...{ 'TARGET(PRICE_IN_LACS)': 'price', 'BHK_NO.': 'bedroom', SQUARE_FT: 'size', ADDRESS: 'address' },
      ...{ LATITUDE: 'latitude', LONGITUDE: 'longitude' },
    },
    unused: ['POSTED_BY', 'UNDER_CONSTRUCTION', 'RERA', 'BHK_OR_RK', 'READY_TO_MOVE', 'RESALE'],
    rows: [
      '2 BHK apartment in Ksfc Layout, Bengaluru · apartment to buy · ₹55 Lac · 2 bed · 1 bath · 1,300 sq ft · Ksfc Layout,Bangalore · Bengaluru · 12.96991, 77.59796',
      '2 BHK apartment in Vishweshwara Nagar, Mysuru · apartment to buy · ₹51 Lac · 2 bed · 1 bath · 1,275 sq ft · Vishweshwara Nagar,Mysore · Mysuru · 12.274538, 76.644605',
      '3 BHK apartment in Vaishali, Ghaziabad · apartment to buy · ₹62.5 Lac · 3 bed · 1 bath · 1,495 sq ft · Vaishali,Ghaziabad · Ghaziabad · 28.6423, 77.3445',
      'refused: the city is empty, and "Noida,Undisclosed" does not end with one that is known',
    ],
  },
  'house-rent': {
    set: { property: 'apartment' },
    columns: {
      ...{ Rent: 'price', City: 'city', 'Area Locality': 'locality', BHK: 'bedroom', Bathroom: 'bathroom' },
      ...{ Size: 'size', 'Furnishing Status': 'furnishing' },
    },
    unused: ['Posted On', 'Floor', 'Area Type', 'Tenant Preferred', 'Point of Contact'],
    rows: [
      'Unfurnished 2 BHK apartment in Bandel, Kolkata · apartment to rent · ₹10,000 · 2 bed · 2 bath · 1,100 sq ft · unfurnished · Bandel, Kolkata · Kolkata · 22.563, 88.363 (approximate)',
      'Semi-furnished 1 BHK apartment in Powai, Mumbai · apartment to rent · ₹25,000 · 1 bed · 1 bath · 400 sq ft · semi-furnished · Powai, Mumbai · Mumbai · 19.1176, 72.906 (approximate)',
    ],
  },
  acres: {
    set: { type: 'buy' },
    columns: {
      ...{ price: 'price', bedRoom: 'bedroom', bathroom: 'bathroom', areaWithType: 'size', property_name: 'title' },
      ...{ address: 'address', description: 'desc' },
    },
    // This area is the price of a square foot.
    unused: ['link', 'society', 'area', 'balcony', 'floorNum', 'facing', 'agePossession'],
    rows: [
      '2 BHK Flat in Krishna Colony · apartment to buy · ₹45 Lac · 2 bed · 2 bath · 900 sq ft · Krishna Colony, Gurgaon, Haryana · Gurugram · 28.46, 77.026 (approximate)',
      '4 Bedroom House for sale in Sector 47 Gurgaon · house to buy · ₹3.2 Cr · 4 bed · 5 bath · 2,280 sq ft · Sector 47, Gurgaon, Haryana · Gurugram · 28.46, 77.026 (approximate)',
    ],
  },
  nobroker: {
    set: { city: 'Bengaluru' },
    columns: {
      ...{ building_type: 'property', rent: 'price', locality: 'locality', type: 'bedroom', bathroom: 'bathroom' },
      ...{ latitude: 'latitude', longitude: 'longitude', property_size: 'size', furnishing: 'furnishing' },
    },
    unused: [...['id', 'activation_date', 'lease_type', 'gym', 'lift', 'facing', 'floor', 'total_floor', 'balconies']],
    rows: [
      'Semi-furnished 2 BHK apartment in Hebbal, Bengaluru · apartment to rent · ₹26,000 · 2 bed · 2 bath · 850 sq ft · semi-furnished · Hebbal, Bengaluru · Bengaluru · 13.0354, 77.5988',
      'Unfurnished 1 BHK condo in Jayanagar, Bengaluru · condo to rent · ₹9,000 · 1 bed · 1 bath · 300 sq ft · unfurnished · Jayanagar, Bengaluru · Bengaluru · 12.925, 77.5938 (approximate)',
      'Furnished 4 BHK house in Whitefield, Bengaluru · house to rent · ₹60,000 · 4 bed · 4 bath · 2,400 sq ft · furnished · Whitefield, Bengaluru · Bengaluru · 12.9698, 77.75',
    ],
  },
  magicbricks: {
    columns: {
      ...{ Transaction: 'type', 'Amount(in rupees)': 'price', location: 'locality', Bathroom: 'bathroom' },
      ...{ 'Carpet Area': 'size', Furnishing: 'furnishing', Title: 'title', Description: 'desc' },
    },
    unused: [
      ...['Index', 'Price (in rupees)', 'Status', 'Floor', 'facing', 'Society', 'Balcony', 'Car Parking', 'Super Area'],
    ],
    rows: [
      '1 BHK Ready to Occupy Flat for sale in Srushti Siddhi Bhiwandi · apartment to buy · ₹42 Lac · 1 bed · 1 bath · 500 sq ft · unfurnished · Thane · Thane · 19.197, 72.964 (approximate)',
      '2 BHK Ready to Occupy Flat for sale in Dosti Vihar Pokhran Road · apartment to buy · ₹98 Lac · 2 bed · 2 bath · 473 sq ft · semi-furnished · Thane · Thane · 19.197, 72.964 (approximate)',
      'refused: the price "Call for Price" is not an amount such as 4500000 or "45 lakh"',
    ],
  },
  housing: {
    set: { city: 'Mumbai', type: 'buy', bathroom: '2' },
    columns: {
      ...{ price: 'price', price_unit: 'priceUnit', locality: 'locality', bhk: 'bedroom', area: 'size' },
      ...{ type: 'property' },
    },
    unused: ['region', 'status', 'age'],
    rows: [
      '3 BHK apartment in Lak And Hanware The Residency Tower, Mumbai · apartment to buy · ₹2.5 Cr · 3 bed · 2 bath · 685 sq ft · Lak And Hanware The Residency Tower, Mumbai · Mumbai · 19.073, 72.883 (approximate)',
      '2 BHK apartment in Radheya Sai Enclave, Mumbai · apartment to buy · ₹52.51 Lac · 2 bed · 2 bath · 640 sq ft · Radheya Sai Enclave, Mumbai · Mumbai · 19.073, 72.883 (approximate)',
      '2 BHK house in Romell Serene, Mumbai · house to buy · ₹1.73 Cr · 2 bed · 2 bath · 1,610 sq ft · Romell Serene, Mumbai · Mumbai · 19.073, 72.883 (approximate)',
    ],
  },
  'ninety-nine': {
    columns: {
      ...{ TRANSACT_TYPE: 'type', PROPERTY_TYPE: 'property', PRICE: 'price', CITY: 'city', BEDROOM_NUM: 'bedroom' },
      ...{ BATHROOM_NUM: 'bathroom', MAP_DETAILS: 'coordinates', AREA: 'size', PROP_HEADING: 'title' },
    },
    unused: [
      ...['PROP_ID', 'PREFERENCE', 'PROP_NAME', 'PRICE_PER_UNIT_AREA', 'PRICE_SQFT'],
      ...['CARPET_SQFT', 'SUPERBUILTUP_SQFT'],
    ],
    rows: [
      '2 BHK Flat in Krishna Colony · apartment to buy · ₹45 Lac · 2 bed · 2 bath · 900 sq ft · Gurgaon · Gurgaon · 28.4612, 77.0261',
      '4 Bedroom House in Sector 47 · house to buy · ₹3.2 Cr · 4 bed · 5 bath · 1,800 sq ft · Gurgaon · Gurgaon · 28.46, 77.026 (approximate)',
      'Plot in Sohna · land to buy · ₹48 Lac · 8,168 sq ft · Sohna, Gurugram · Gurugram · 28.46, 77.026 (approximate)',
    ],
    leftOut: ['the coordinates are 0, 0, which usually means unknown'],
  },
  'magicbricks-api': {
    columns: {
      ...{ transactionTypeD: 'type', propTypeD: 'property', price: 'price', ctName: 'city', localityName: 'locality' },
      ...{ bedroomD: 'bedroom', bathD: 'bathroom', ltcoordGeo: 'coordinates', carpetArea: 'size' },
      ...{ furnishedD: 'furnishing' },
    },
    unused: ['priceD', 'sqFtPrice', 'seoDesc'],
    rows: [
      'Semi-furnished 3 BHK apartment in Whitefield, Bangalore · apartment to buy · ₹1.25 Cr · 3 bed · 3 bath · 1,080 sq ft · semi-furnished · Whitefield, Bangalore · Bangalore · 12.9698, 77.75',
      'Unfurnished 2 BHK condo in Dwarka Sector 10, New Delhi · condo to buy · ₹75 Lac · 2 bed · 2 bath · 900 sq ft · unfurnished · Dwarka Sector 10, New Delhi · New Delhi · 28.652, 77.231 (approximate)',
    ],
  },
  'camel-case': {
    columns: {
      ...{ listingType: 'type', homeType: 'property', PriceInLakhs: 'price', cityName: 'city' },
      ...{ localityName: 'locality', bhkType: 'bedroom', noOfBathrooms: 'bathroom', lat_long: 'coordinates' },
      ...{ Size_in_SqFt: 'size', furnishingStatus: 'furnishing' },
    },
    unused: ['listingId'],
    rows: [
      'Semi-furnished 3 BHK condo in Koramangala, Bengaluru · condo to buy · ₹75.5 Lac · 3 bed · 3 bath · 1,450 sq ft · semi-furnished · Koramangala, Bengaluru · Bengaluru · 12.9352, 77.6245',
      '1 BHK apartment in Indiranagar, Bengaluru · apartment to rent · ₹18,000 · 1 bed · 1 bath · 350 sq ft · Indiranagar, Bengaluru · Bengaluru · 12.9784, 77.6408',
      '1,200 sqft plot in HSR Layout, Bengaluru · land to buy · ₹40 Lac · 1,200 sq ft · HSR Layout, Bengaluru · Bengaluru · 12.9116, 77.6474 (approximate)',
    ],
  },
  'one-column': {
    columns: {
      ...{ Purpose: 'type', 'Property Type': 'property', Price: 'price', Location: 'locality', Bath: 'bathroom' },
      ...{ Area_Sq_Yards: 'size' },
    },
    unused: [],
    rows: [
      '2 BHK apartment in Alandi Road, Pune · apartment to buy · ₹45 Lac · 2 bed · 2 bath · 990 sq ft · Alandi Road, Pune · Pune · 18.52, 73.855 (approximate)',
      '3 BHK house in Baner, Pune · house to rent · ₹35,000 · 3 bed · 3 bath · 1,800 sq ft · Baner, Pune · Pune · 18.559, 73.7868 (approximate)',
      'refused: the city is empty, and "Nowhere Road" does not end with one that is known',
    ],
  },
  'kaggle-bengaluru': {
    set: { city: 'Bengaluru', type: 'buy', property: 'apartment' },
    mapping: { price: 'price in lakhs' },
    columns: { price: 'price', location: 'locality', size: 'bedroom', bath: 'bathroom', total_sqft: 'size' },
    unused: ['area_type', 'availability', 'society', 'balcony'],
    rows: [
      '2 BHK apartment in Electronic City, Bengaluru · apartment to buy · ₹39.07 Lac · 2 bed · 2 bath · 1,056 sq ft · Electronic City, Bengaluru · Bengaluru · 12.8452, 77.6602 (approximate)',
      '4 BHK apartment in Chikka Tirupathi, Bengaluru · apartment to buy · ₹1.2 Cr · 4 bed · 5 bath · 2,600 sq ft · Chikka Tirupathi, Bengaluru · Bengaluru · 12.972, 77.594 (approximate)',
      '3 BHK apartment in Hebbal, Bengaluru · apartment to buy · ₹62 Lac · 3 bed · 2 bath · Hebbal, Bengaluru · Bengaluru · 13.0354, 77.5988 (approximate)',
    ],
    leftOut: ['the size "1133 - 1384" is a range, not one size'],
  },
}

describe.each(Object.entries(CASES))('a file like %s', (name, { set = {}, mapping = {}, ...expected }) => {
  it('is understood', async () => {
    const source = await inspect(fileURLToPath(new URL(`testing/files/${name}.csv`, import.meta.url)))
    const found = await checkFile({ source, mapping, set, now: () => new Date(), stopped: () => false })
    const { at, headings, unused } = found.layout
    expect(Object.fromEntries(Object.entries(at).map(([field, index]) => [headings[index], field]))).toEqual(
      expected.columns,
    )
    expect(unused).toEqual(expected.unused)
    expect(found.first.map(({ text }) => text)).toEqual(expected.rows)
    expect(found.leftOut.map(({ reason }) => reason)).toEqual(expected.leftOut ?? [])
  })
})
