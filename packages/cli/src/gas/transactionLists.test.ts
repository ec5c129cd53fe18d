import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { readTransactionLists } from './transactionLists.ts'

const address = `0x${'ab'.repeat(20)}` as const
const key = `0x${'00'.repeat(31)}05`
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)

it('reads an access list as a node makes it, and as the API takes it', () => {
  const accessList = [{ address, storageKeys: [key] }]
  for (const form of [accessList, [{ address, storage_keys: ['0x5'] }]])
    expect(readTransactionLists({ accessList: JSON.stringify(form) })).toMatchObject({ accessList })
  expect(readTransactionLists({ accessList: '[]' })).toEqual({})
  expect(readTransactionLists({})).toEqual({})
})

it('reads authorizations as a wallet signs them, and as nodes show them', async () => {
  const { v, ...signed } = await account.signAuthorization({ address, chainId: 1, nonce: 5 })
  const authorizationList = [signed]
  const asNode = { ...signed, chainId: '0x1', nonce: '0x5', yParity: `0x${signed.yParity}`, v: String(v) }
  for (const form of [signed, asNode])
    expect(readTransactionLists({ authorizationList: JSON.stringify([form]) })).toMatchObject({ authorizationList })
})

it.each([
  ['no JSON', '[{', 'takes a JSON array'],
  ['no array', JSON.stringify({ accessList: [] }), 'takes a JSON array'],
  ['no object', '[5]', 'Item 0 is wrong at address'],
  ['no storage keys', JSON.stringify([{ address }]), 'Item 0 is wrong at storage_keys'],
  ['a key that is none', JSON.stringify([{ address, storageKeys: [5] }]), 'Item 0 is wrong at storage_keys'],
  ['another field', JSON.stringify([{ address, storageKeys: [], constructor: 1 }]), 'Item 0 is wrong at constructor'],
])('refuses an access list of which nothing would count: %s', (_, accessList, message) => {
  expect(() => readTransactionLists({ accessList })).toThrow(message)
})

it('refuses an authorization that is not signed', () => {
  const authorizationList = JSON.stringify([{ address, chainId: 1, nonce: 5 }])
  expect(() => readTransactionLists({ authorizationList })).toThrow('Item 0 is wrong at y_parity')
})
