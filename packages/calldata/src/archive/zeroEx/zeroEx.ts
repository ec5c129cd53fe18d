import { defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import {
  coordinatorV2Functions,
  coordinatorV3Functions,
  exchangeFunctions,
  exchangeV2,
  exchangeV3,
  forwarderFunctions,
} from './exchange.ts'
import { exchangeV1Functions } from './exchangeV1.ts'

/** 0x v1 to v3 (2017-2022). */
export const zeroExExchanges = defineProtocol({
  id: 'zerox',
  name: '0x v1 to v3',
  source: 'https://github.com/0xProject/protocol/blob/development/packages/contract-addresses/addresses.json',
  contracts: [
    {
      name: 'Exchange',
      addresses: {
        ethereum: [exchangeV2, exchangeV3, '0x4f833a24e1f95d70f028921e27040ca56e09ab0b'],
        bsc: ['0x3f93c3d9304a70c9104642ab8cd37b1e2a7c203a', '0x145f83ad6108391cbf9ed554e5ce1dbd984437f8'],
        polygon: ['0x145f83ad6108391cbf9ed554e5ce1dbd984437f8'],
      },
      functions: exchangeFunctions,
    },
    {
      name: 'ExchangeV1',
      addresses: { ethereum: ['0x12459c951127e0c374ff9105dda097662a027093'] },
      functions: exchangeV1Functions,
    },
    {
      name: 'Forwarder',
      addresses: {
        ethereum: [
          '0x6958f5e95332d93d21af0d7b9ca85b8212fee0a5',
          '0xa3ac9844514b96bb502627ca9dceb57c4be289e3',
          '0xdc4587cb17d2a1829512e2cfec621f8066290e6a',
          '0x5468a1dc173652ee28d249c271fa9933144746b1',
          '0x7afc2d5107af94c462a194d2c21b5bdd238709d6',
        ],
      },
      functions: forwarderFunctions,
    },
    {
      name: 'CoordinatorV2',
      addresses: { ethereum: ['0xa14857e8930acd9a882d33ec20559beb5479c8a6'] },
      functions: coordinatorV2Functions,
    },
    {
      name: 'CoordinatorV3',
      addresses: { ethereum: ['0x38a795580d0f687e399913a00ddef6a17612c722'] },
      functions: coordinatorV3Functions,
    },
  ],
  // Some relayers had their own exchange contracts (Ethfinex).
  atAnyAddress: joinFunctions(exchangeV1Functions, exchangeFunctions),
})
