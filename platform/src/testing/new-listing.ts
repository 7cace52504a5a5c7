export const NEW_LISTING = {
  postData: {
    title: 'Flat with a garden',
    price: 4_500_000,
    address: '12 Lake Road',
    city: 'Pune',
    bedroom: 2,
    bathroom: 1,
    type: 'buy',
    property: 'apartment',
    latitude: '18.52',
    longitude: '73.85',
    images: [],
  },
  postDetail: {},
}
