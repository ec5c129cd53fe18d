import { expect, it } from 'vitest'
import { readAddress } from './readAddress.ts'

const digits = (index: number) => index.toString(16).padStart(40, 'ab')

it('reads the digits at a position, whatever was read before', () => {
  for (let round = 0; round < 3; round++)
    for (let index = 0; index < 5_000; index++) {
      const hex = `0xffff${digits(index * 4_096 + (index % 3))}ee`
      expect(readAddress(hex, 6)).toBe(`0x${digits(index * 4_096 + (index % 3))}`)
    }
})

it('tells apart what differs in one digit, or in its letters', () => {
  const own = digits(0xabc)
  expect(readAddress(own, 0)).toBe(`0x${own}`)
  expect(readAddress(own.toUpperCase(), 0)).toBe(`0x${own.toUpperCase()}`)
  for (let index = 0; index < 37; index++) {
    const other = `${own.slice(0, index)}7${own.slice(index + 1)}`
    expect(readAddress(other, 0)).toBe(`0x${other}`)
    expect(readAddress(own, 0)).toBe(`0x${own}`)
  }
})
