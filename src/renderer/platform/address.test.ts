import { expect, test } from 'vitest'
import { parseAddress } from './address'

test.each([
  [' Maya@Ridgeway.example ', { email: 'maya@ridgeway.example' }],
  ['+49 151 2345678', { phone_number: '+491512345678' }],
  ['98765 43210', null],
  ['0049151234567', null],
  ['maya@', null],
  ['', null],
])('%j is read as %j', (typed, address) => {
  expect(parseAddress(typed, 'Europe/Berlin')).toEqual(address)
})

test.each(['Asia/Kolkata', 'Asia/Calcutta'])('in %s a mobile number needs no country code [9.10a]', zone => {
  expect(parseAddress('98765 43210', zone)).toEqual({ phone_number: '+919876543210' })
  expect(parseAddress('12345 67890', zone)).toBeNull()
})
