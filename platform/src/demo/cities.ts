/** A part of a city: its name, a point in it, and its prices against the city's own. */
export type Locality = readonly [name: string, latitude: number, longitude: number, level: number]

export interface City {
  name: string
  /** Rupees a square foot of an ordinary apartment. */
  rate: number
  /** Listings of the demo site. */
  listings: number
  localities: readonly Locality[]
}

/** Real cities and localities; the points are near their middles, the prices plausible rather than researched. */
export const CITIES: readonly City[] = [
  {
    name: 'Mumbai',
    rate: 21_000,
    listings: 24,
    localities: [
      ['Bandra West', 19.0596, 72.8295, 2.1],
      ['Andheri East', 19.1155, 72.8727, 1.05],
      ['Powai', 19.1176, 72.906, 1.2],
      ['Chembur', 19.0522, 72.9005, 1],
      ['Borivali East', 19.2291, 72.8644, 0.9],
      ['Thane West', 19.2183, 72.9781, 0.65],
      ['Kharghar', 19.0473, 73.0699, 0.5],
    ],
  },
  {
    name: 'Bengaluru',
    rate: 8_500,
    listings: 24,
    localities: [
      ['Indiranagar', 12.9784, 77.6408, 1.8],
      ['Koramangala', 12.9352, 77.6245, 1.6],
      ['Whitefield', 12.9698, 77.75, 0.95],
      ['HSR Layout', 12.9116, 77.6474, 1.25],
      ['Jayanagar', 12.925, 77.5938, 1.5],
      ['Hebbal', 13.0354, 77.5988, 1.05],
      ['Electronic City', 12.8452, 77.6602, 0.7],
    ],
  },
  {
    name: 'Delhi',
    rate: 12_000,
    listings: 20,
    localities: [
      ['Greater Kailash', 28.5482, 77.238, 2],
      ['Vasant Kunj', 28.5244, 77.1585, 1.4],
      ['Dwarka', 28.5921, 77.046, 0.85],
      ['Rohini', 28.7041, 77.1025, 0.75],
      ['Mayur Vihar', 28.6089, 77.2946, 0.9],
      ['Saket', 28.5245, 77.2066, 1.3],
    ],
  },
  {
    name: 'Pune',
    rate: 8_000,
    listings: 20,
    localities: [
      ['Koregaon Park', 18.5362, 73.894, 1.7],
      ['Baner', 18.559, 73.7868, 1.1],
      ['Kothrud', 18.5074, 73.8077, 1.3],
      ['Viman Nagar', 18.5679, 73.9143, 1.2],
      ['Wakad', 18.5993, 73.7625, 0.9],
      ['Hadapsar', 18.5089, 73.926, 0.85],
    ],
  },
  {
    name: 'Hyderabad',
    rate: 7_500,
    listings: 18,
    localities: [
      ['Banjara Hills', 17.4126, 78.4482, 1.7],
      ['Gachibowli', 17.4401, 78.3489, 1.1],
      ['Kondapur', 17.4622, 78.3568, 1],
      ['Kukatpally', 17.4948, 78.3996, 0.85],
      ['Begumpet', 17.4447, 78.4664, 1.1],
    ],
  },
  {
    name: 'Chennai',
    rate: 7_800,
    listings: 18,
    localities: [
      ['Adyar', 13.0067, 80.2574, 1.6],
      ['Anna Nagar', 13.085, 80.2101, 1.5],
      ['Velachery', 12.9791, 80.2209, 1],
      ['T. Nagar', 13.0418, 80.2341, 1.7],
      ['Porur', 13.0382, 80.1565, 0.85],
    ],
  },
  {
    name: 'Kolkata',
    rate: 6_000,
    listings: 16,
    localities: [
      ['Salt Lake', 22.5867, 88.4171, 1.2],
      ['New Town', 22.5922, 88.4849, 0.9],
      ['Ballygunge', 22.5257, 88.3662, 1.8],
      ['Behala', 22.4986, 88.31, 0.75],
      ['Tollygunge', 22.4986, 88.3454, 1],
    ],
  },
  {
    name: 'Ahmedabad',
    rate: 5_200,
    listings: 14,
    localities: [
      ['Bodakdev', 23.0395, 72.5066, 1.4],
      ['Satellite', 23.03, 72.5176, 1.25],
      ['Maninagar', 22.9962, 72.5996, 0.9],
      ['Chandkheda', 23.1116, 72.5837, 0.75],
    ],
  },
  {
    name: 'Gurugram',
    rate: 10_500,
    listings: 14,
    localities: [
      ['DLF Phase 3', 28.4949, 77.095, 1.3],
      ['Sohna Road', 28.4089, 77.0418, 0.9],
      ['Sector 57', 28.4229, 77.0763, 1],
      ['Golf Course Road', 28.4513, 77.0973, 1.7],
    ],
  },
  {
    name: 'Noida',
    rate: 7_000,
    listings: 14,
    localities: [
      ['Sector 62', 28.6208, 77.3639, 1],
      ['Sector 137', 28.5076, 77.4086, 0.9],
      ['Sector 50', 28.5708, 77.363, 1.25],
      ['Sector 76', 28.565, 77.3826, 1],
    ],
  },
  {
    name: 'Jaipur',
    rate: 4_800,
    listings: 12,
    localities: [
      ['Malviya Nagar', 26.8534, 75.8049, 1.25],
      ['Vaishali Nagar', 26.9117, 75.7432, 1.1],
      ['Mansarovar', 26.8556, 75.7662, 0.95],
      ['Jagatpura', 26.8223, 75.8656, 0.75],
    ],
  },
  {
    name: 'Kochi',
    rate: 5_800,
    listings: 10,
    localities: [
      ['Kakkanad', 10.0159, 76.3419, 0.9],
      ['Edappally', 10.0261, 76.3083, 1.05],
      ['Marine Drive', 9.9816, 76.2757, 1.6],
      ['Vyttila', 9.9675, 76.3187, 1],
    ],
  },
  {
    name: 'Chandigarh',
    rate: 8_200,
    listings: 9,
    localities: [
      ['Sector 8', 30.7437, 76.7962, 1.7],
      ['Sector 35', 30.7226, 76.7594, 1.2],
      ['Manimajra', 30.7186, 76.839, 0.8],
    ],
  },
  {
    name: 'Lucknow',
    rate: 4_700,
    listings: 9,
    localities: [
      ['Gomti Nagar', 26.8513, 81.0008, 1.25],
      ['Indira Nagar', 26.8882, 80.9932, 1],
      ['Aliganj', 26.8943, 80.9413, 0.95],
    ],
  },
  {
    name: 'Indore',
    rate: 4_200,
    listings: 8,
    localities: [
      ['Vijay Nagar', 22.7533, 75.8937, 1.15],
      ['Palasia', 22.7244, 75.8839, 1.3],
      ['Nipania', 22.7684, 75.9165, 0.9],
    ],
  },
  {
    name: 'Nagpur',
    rate: 4_600,
    listings: 8,
    localities: [
      ['Dharampeth', 21.1389, 79.0616, 1.5],
      ['Manish Nagar', 21.0926, 79.0841, 0.9],
      ['Besa', 21.0768, 79.0987, 0.75],
    ],
  },
  {
    name: 'Coimbatore',
    rate: 5_000,
    listings: 8,
    localities: [
      ['R. S. Puram', 11.0069, 76.9498, 1.5],
      ['Saravanampatti', 11.0797, 77.0007, 0.85],
      ['Peelamedu', 11.0323, 77.0271, 1.05],
    ],
  },
  {
    name: 'Visakhapatnam',
    rate: 5_000,
    listings: 8,
    localities: [
      ['MVP Colony', 17.7409, 83.3391, 1.3],
      ['Madhurawada', 17.8185, 83.3527, 0.85],
      ['Gajuwaka', 17.6881, 83.2131, 0.75],
    ],
  },
  {
    name: 'Surat',
    rate: 4_400,
    listings: 7,
    localities: [
      ['Vesu', 21.1418, 72.7709, 1.3],
      ['Adajan', 21.1959, 72.7933, 1.1],
      ['Katargam', 21.2266, 72.8312, 0.8],
    ],
  },
  {
    name: 'Vadodara',
    rate: 3_900,
    listings: 7,
    localities: [
      ['Alkapuri', 22.3107, 73.1705, 1.4],
      ['Gotri', 22.3164, 73.1378, 1],
      ['Manjalpur', 22.2685, 73.1926, 0.9],
    ],
  },
  {
    name: 'Bhubaneswar',
    rate: 5_000,
    listings: 7,
    localities: [
      ['Patia', 20.3533, 85.8266, 1],
      ['Khandagiri', 20.2602, 85.7889, 0.9],
      ['Saheed Nagar', 20.2886, 85.844, 1.4],
    ],
  },
  {
    name: 'Thiruvananthapuram',
    rate: 5_400,
    listings: 7,
    localities: [
      ['Kowdiar', 8.523, 76.9631, 1.5],
      ['Kazhakkoottam', 8.5686, 76.8731, 0.9],
      ['Pattom', 8.5207, 76.9422, 1.2],
    ],
  },
  {
    name: 'Goa',
    rate: 7_800,
    listings: 8,
    localities: [
      ['Panaji', 15.4909, 73.8278, 1.1],
      ['Porvorim', 15.5333, 73.83, 0.95],
      ['Assagao', 15.5965, 73.7837, 1.5],
      ['Margao', 15.2736, 73.9581, 0.8],
    ],
  },
  {
    name: 'Mysuru',
    rate: 4_400,
    listings: 6,
    localities: [
      ['Gokulam', 12.3318, 76.6283, 1.25],
      ['Vijayanagar', 12.3303, 76.6078, 1],
      ['Kuvempunagar', 12.2866, 76.6221, 1.05],
    ],
  },
  {
    name: 'Dehradun',
    rate: 4_900,
    listings: 6,
    localities: [
      ['Rajpur Road', 30.3554, 78.0633, 1.4],
      ['Vasant Vihar', 30.3236, 78.0043, 1.1],
      ['Sahastradhara Road', 30.3532, 78.0843, 0.9],
    ],
  },
  {
    name: 'Guwahati',
    rate: 5_200,
    listings: 6,
    localities: [
      ['Zoo Road', 26.1677, 91.7837, 1.1],
      ['Beltola', 26.1189, 91.7946, 0.9],
      ['Dispur', 26.1433, 91.7898, 1],
    ],
  },
  {
    name: 'Bhopal',
    rate: 3_800,
    listings: 6,
    localities: [
      ['Arera Colony', 23.2109, 77.4336, 1.5],
      ['Kolar Road', 23.1723, 77.4166, 0.85],
      ['Hoshangabad Road', 23.1868, 77.4594, 0.9],
    ],
  },
  {
    name: 'Patna',
    rate: 5_200,
    listings: 6,
    localities: [
      ['Boring Road', 25.6186, 85.1145, 1.5],
      ['Kankarbagh', 25.5951, 85.1535, 1.05],
      ['Danapur', 25.6217, 85.0446, 0.75],
    ],
  },
]
