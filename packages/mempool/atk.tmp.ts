import { createClassifier } from './src/classify/classifier.ts'
import { readCorpus } from './src/classify/fixtures/corpus.ts'
import { createRandom, mutate, nest } from './src/classify/fixtures/mutate.ts'
const corpus = readCorpus(); const { classify } = createClassifier({ chain: 'ethereum' })
const random = createRandom(1); const t: [number, string][] = []
for (let i = 0; i < 100000; i++) { const c = corpus[random(corpus.length)]!
 const nested = i % 50 === 0 ? nest(mutate(c.input, random), 1 + random(16), 1 + random(3)) : undefined
 const h = nested ? { ...c, ...nested } : { ...c, input: mutate(c.input, random) }
 const s = performance.now(); const r = classify(h); t.push([performance.now() - s, `${h.input.length} ${h.to} ${h.input.slice(0,10)} a${r.actions.length} u${r.undecoded.length} ${nested ? 'nested' : ''}`]) }
t.sort((a, b) => b[0] - a[0]); console.log('p99.9', t[100]![0], 'p99', t[1000]![0]); for (const x of t.slice(0, 15)) console.log(x[0].toFixed(2), x[1])
