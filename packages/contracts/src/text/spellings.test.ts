import { expect, it } from 'vitest'
import { inLatin, spellingOf } from './spellings.ts'

function spelled(name: string): string {
  return spellingOf(name.split(' ').map(inLatin).join(''))
}

it.each([
  ['Kothrud', 'Kotrud', 'Kothrood', 'कोथरूड', 'कोथरुड', 'કોથરૂડ'],
  ['Borivali', 'Borivli', 'Borivalee', 'बोरीवली', 'बोरिवली'],
  ['Dombivli', 'Dombivali', 'डोंबिवली'],
  ['Kandivali East', 'Kandivli East', 'कांदिवली पूर्व', 'कांदिवली ईस्ट'],
  ['Malleshwaram', 'Malleswaram', 'ಮಲ್ಲೇಶ್ವರಂ'],
  ['Wadgaon Sheri', 'Vadgaon Sheri', 'वडगाव शेरी', 'वडगांव शेरी'],
  ['Yerawada', 'Yerwada', 'येरवडा'],
  ['Fursungi', 'Phursungi', 'फुरसुंगी'],
  ['Chattarpur', 'Chhatarpur', 'छतरपुर'],
  ['Lakshmi Nagar', 'Laxmi Nagar', 'लक्ष्मी नगर'],
  ['Mohammadwadi', 'Mohamadwadi'],
  ['Vile Parle', 'Ville Parle'],
  ['Ashiana', 'Ashiyana'],
  ['Vijayanagar', 'Vijay Nagar', 'विजय नगर', 'ವಿಜಯನಗರ'],
  ['Hadapsar', 'हडपसर'],
  ['Andheri', 'अंधेरी', 'अँधेरी', 'আন্ধেরি'],
  ['Malviya Nagar', 'मालवीय नगर'],
  ['Rajendra Nagar', 'राजेंद्र नगर', 'राजेन्द्र नगर'],
  ['Greater Kailash', 'ग्रेटर कैलाश'],
  ['Koramangala', 'कोरमंगला', 'ಕೋರಮಂಗಲ'],
  ['Bellandur', 'ಬೆಳ್ಳಂದೂರು'],
  ['Banjara Hills', 'బంజారా హిల్స్', 'बंजारा हिल्स'],
  ['Anna Nagar', 'அண்ணா நகர்'],
  ['Tambaram', 'தாம்பரம்'],
  ['Velachery', 'வேளச்சேரி'],
  ['Rajarhat', 'রাজারহাট'],
  ['Garia', 'গড়িয়া'],
  ['Salt Lake', 'সল্ট লেক'],
  ['Sector', 'सेक्टर', 'ਸੈਕਟਰ'],
])('%s is spelled in several ways', (name, ...others) => {
  expect(others.map(spelled)).toEqual(others.map(() => spelled(name)))
})

it.each([
  ['Malad', 'Mulund'],
  ['Vashi', 'Vasai'],
  ['Kudlu', 'Kodihalli'],
  ['Bandra East', 'Bhayandar East'],
  ['Nerul', 'Marol'],
  ['Mahim', 'Mahul'],
  ['T Nagar', 'TT Nagar'],
  ['HBR Layout', 'HRBR Layout'],
  ['Jayanagar', 'Jyangra'],
])('%s is not %s', (name, other) => expect(spelled(name)).not.toBe(spelled(other)))
