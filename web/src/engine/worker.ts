// The worker in which the engine thinks. It hears nothing while it searches: to stop it, the page ends it.
import { reasonOf } from '../api';
import type { FromWorker, ToWorker } from './messages';
import { EngineModule } from './module';
import { ReportModule } from './report';

let engine: EngineModule | undefined;

function tell(message: FromWorker): void {
  self.postMessage(message);
}

function hear(message: ToWorker): void {
  if (message.type === 'start') engine = new EngineModule(message.module);
  else if (!engine) throw new Error('the engine has not been started');
  else if (message.type === 'network') engine.loadNetwork(message.bytes);
  else if (message.type === 'bench') tell({ type: 'bench', answer: engine.bench(message.query) });
  else if (message.type === 'makeReport') {
    const maker = new ReportModule(message.module, engine, (progress) => tell({ type: 'progress', progress }));
    tell({ type: 'madeReport', answer: maker.make(message.query) });
  } else tell({ type: 'answer', answer: engine.search(message.query, (report) => tell({ type: 'report', report })) });
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  try {
    hear(data);
  } catch (error) {
    tell({ type: 'failed', reason: reasonOf(error) });
  }
};
