import { Loading } from '#ui/admin/bars.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { ProgressBar, ResultList } from '#ui/admin/progress.tsx';
import { Toast } from '#ui/admin/toast.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** Specimens of a run in progress, the result of a finished run, and messages. */
export function KitRun() {
  return (
    <>
      <Toast action={<Button look="text">Undo</Button>}>14 orders marked as shipped.</Toast>
      <p className="kit-row" role="status">
        <Loading /> Counting …
      </p>
      <Toast kind="info" action={<a href="#results">See results</a>}>
        The export is being made.
      </Toast>
      <Toast kind="error">2 orders could not be changed.</Toast>
      <Notice kind="warning" title="Needs your attention">
        The shop has no address for mails yet. <a href="#settings">Set it</a>
      </Notice>
      <Panel id="kit-run" title="Mark as shipped">
        <ProgressBar
          id="kit-progress"
          label="5,000 orders"
          value={1204}
          max={5000}
          text="1,204 of 5,000 done, 12 skipped"
        >
          <Button look="quiet" type="button">
            Stop
          </Button>
        </ProgressBar>
      </Panel>
      <Panel id="kit-results" look="flush" title="Results" actions={<a href="#csv">CSV</a>}>
        <ResultList
          label="Results"
          outcomes={{ done: 'Done', skipped: 'Skipped', failed: 'Failed' }}
          rows={[
            { id: 1, outcome: 'done', subject: <a href="#1048">#1048</a> },
            { id: 2, outcome: 'skipped', subject: <a href="#1047">#1047</a>, reason: 'It is not paid yet.' },
            {
              id: 3,
              outcome: 'failed',
              subject: <a href="#1046">#1046</a>,
              reason: 'The carrier did not answer. Try again.',
            },
          ]}
        />
      </Panel>
    </>
  );
}
