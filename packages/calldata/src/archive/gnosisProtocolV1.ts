import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/** Gnosis Protocol v1 (2020-2021). The contract stores orders, and solutions settle them in batches. */
export const gnosisProtocolV1 = defineProtocol({
  id: 'gnosis_protocol_v1',
  name: 'Gnosis Protocol v1',
  source: 'https://docs.gnosis.io/protocol/docs/addresses',
  contracts: [
    {
      name: 'BatchExchange',
      addresses: {
        ethereum: ['0x6f400810b62df8e13fded51be75ff5393eaa841f'],
        gnosis: ['0x25b06305cc4ec6afcf3e7c0b673da1ef8ae26313'],
      },
      functions: defineFunctions(
        each(
          otherAction,
          'placeOrder(uint16,uint16,uint32,uint128,uint128)',
          'placeValidFromOrders(uint16[],uint16[],uint32[],uint32[],uint128[],uint128[])',
          'cancelOrders(uint16[])',
          'deposit(address,uint256)',
          'requestWithdraw(address,uint256)',
          'requestFutureWithdraw(address,uint256,uint32)',
          'withdraw(address,address)',
          'addToken(address)',
          'submitSolution(uint32,uint256,address[],uint16[],uint128[],uint128[],uint16[])',
        ),
      ),
    },
  ],
})
