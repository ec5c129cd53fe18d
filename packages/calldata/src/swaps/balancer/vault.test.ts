import { describe, expect, it } from 'vitest'
import { alice, bob, decode, encode, token, zero } from '../../fixtures/encode.ts'
import { balancerV2Vaults } from './factories.ts'

const { vault } = balancerV2Vaults

const form = '(uint8 kind,address asset,uint256 amount,address sender,address recipient)[]'
const operation = (kind: number, asset = token, amount = 7n) => ({ kind, asset, amount, sender: alice, recipient: bob })
const manage = (...operations: object[]) => encode(`manageUserBalance(${form})`, operations)
const moved = { kind: 'transfer', protocol: 'balancer_v2', token, amount: 7n }

describe('balances that the vault keeps', () => {
  it('are deposited, withdrawn and transferred, and tokens too', () => {
    expect(decode(vault, manage(operation(0), operation(1), operation(2), operation(3)))).toEqual([
      { ...moved, from: alice, to: vault },
      { ...moved, from: vault, to: bob },
      { ...moved, from: alice, to: bob },
      { ...moved, from: alice, to: bob },
    ])
  })

  it('may be native currency, which cannot be transferred', () => {
    expect(decode(vault, manage(operation(0, zero), operation(1, zero), operation(3, zero)), 7n)).toEqual([
      { ...moved, token: null, from: alice, to: vault },
      { ...moved, token: null, from: vault, to: bob },
      { ...moved, token: null, from: alice, to: bob, isRefused: true },
    ])
  })

  it('have four kinds of operations', () => {
    expect(decode(vault, manage(operation(1), operation(4)))).toEqual([])
  })

  it('are managed by a relayer with results of earlier steps', () => {
    const reference = (0xba10n << 240n) + 1n
    const inner = encode(`manageUserBalance(${form},uint256,(uint256 index,uint256 key)[])`, [operation(1, token, reference)], 0n, []) // biome-ignore format: one call
    expect(decode('0x35cea9e57a393ac66aaa7e25c391d52c74b5648f', encode('multicall(bytes[])', [inner]))).toEqual([
      { ...moved, from: vault, to: bob, amount: null },
    ])
  })
})
