import { answerTasks } from "../modelWorker";
import { runPictureTask } from "./pictureTasks";

answerTasks(() => Promise.resolve(), runPictureTask);
