import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { lending, liquidations } from '../lendingFunctions.ts'

/** Silos. Each has one market and its own address. */
export const silo = defineProtocol({
  id: 'silo',
  name: 'Silo',
  source: 'https://github.com/silo-finance',
  contracts: [],
  atAnyAddress: defineFunctions({
    'deposit(address,uint256,bool)': lending('supply', { asset: 0, amount: 1 }),
    'depositFor(address,address,uint256,bool)': lending('supply', { asset: 0, account: 1, amount: 2 }),
    'withdraw(address,uint256,bool)': lending('withdraw', { asset: 0, amount: 1 }),
    'flashLiquidate(address[],bytes)': liquidations(0),
  }),
})
